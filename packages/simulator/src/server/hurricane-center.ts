import { hourMs } from '../model/plane.ts';
import { cycloneAt, type Cyclone } from '../tropics/cyclone.ts';
import { disturbanceFeature, disturbances, disturbanceText } from '../tropics/disturbances.ts';
import { stormFeatures } from '../tropics/map-features.ts';
import { stormEntry } from '../tropics/storm-list.ts';
import { simulatedLabel } from '../warnings/texts.ts';
import { jsonPage, type PageHost } from './pages.ts';

/** Interval between outlooks. */
const every = 6 * hourMs;

/** The basins: title, ocean, and waters. Both parts of the Pacific have one text. */
const basins: Record<string, { title: string; ocean: 'Atlantic' | 'Pacific'; waters: string }> = {
  AT: { title: 'Atlantic', ocean: 'Atlantic', waters: 'North Atlantic...Caribbean Sea and the Gulf of America' },
  EP: {
    title: 'Eastern Pacific',
    ocean: 'Pacific',
    waters: 'eastern and central North Pacific east of 180 longitude',
  },
  CP: {
    title: 'Central Pacific',
    ocean: 'Pacific',
    waters: 'eastern and central North Pacific east of 180 longitude',
  },
};

/** The National Hurricane Center on a day with one cyclone in the Atlantic, and a disturbance in each ocean. */
export function hurricaneCenter(seed: number): PageHost {
  return {
    host: 'www.nhc.noaa.gov',
    maxAge: 300,
    routes: [
      {
        path: /^CurrentStorms\.json$/,
        page(_, _query, now) {
          const { entry, issuedAt } = stormEntry(cycloneAt(seed, now), now);
          return jsonPage('application/json', { activeStorms: [entry] }, issuedAt);
        },
      },
      {
        path: /^xml\/TWO(AT|EP|CP)\.xml$/,
        page: ([basin], _query, now) => {
          const issuedAt = Math.floor(now / every) * every;
          return { type: 'text/xml', body: outlookXml(basin, cycloneAt(seed, now), issuedAt), modified: issuedAt };
        },
      },
    ],
    missing: () => ({ type: 'text/html', body: '<!DOCTYPE html><title>404 Not Found</title><h1>Not Found</h1>\n' }),
  };
}

/** The map service of the National Hurricane Center: 3 areas, 5 points, 6 tracks, 7 cones. */
export function tropicalMaps(seed: number): PageHost {
  return {
    host: 'mapservices.weather.noaa.gov',
    maxAge: 300,
    routes: [
      {
        path: /^tropical\/rest\/services\/tropical\/NHC_tropical_weather_summary\/MapServer\/(\d+)\/query$/,
        page([layer], _query, now) {
          const features = featuresOf(Number(layer), cycloneAt(seed, now), now);
          return jsonPage('application/geo+json', { type: 'FeatureCollection', features });
        },
      },
    ],
    missing: () => ({ type: 'text/html', body: '<!DOCTYPE html><title>404 Not Found</title><h1>Not Found</h1>\n' }),
  };
}

function featuresOf(layer: number, cyclone: Cyclone, now: number): object[] {
  switch (layer) {
    case 3:
      return disturbances.map((one, i) => disturbanceFeature(one, i, Math.floor(now / every) * every));
    case 5:
      return stormFeatures('points', cyclone, now);
    case 6:
      return stormFeatures('track', cyclone, now);
    case 7:
      return stormFeatures('cone', cyclone, now);
    default:
      return [];
  }
}

/** The file of a basin. The logo of the centre is an item with the same title. */
function outlookXml(basin: string, cyclone: Cyclone, issuedAt: number): string {
  const { title, ocean, waters } = basins[basin];
  const date = new Date(issuedAt).toUTCString().replace('GMT', '+0000');
  const name = `${title} Tropical Weather Outlook`;
  const stamp = new Date(issuedAt).toISOString().slice(8, 16).replaceAll(/\D/g, '');
  const lines = [
    '000',
    `AB${basin === 'AT' ? 'NT' : 'PZ'}20 KNHC ${stamp}`,
    `TWO${basin}`,
    '',
    'Tropical Weather Outlook',
    'NWS National Hurricane Center Miami FL',
    '',
    `${simulatedLabel}: this weather never happened.`,
    '',
    `For the ${waters}:`,
    '',
    ...(ocean === 'Atlantic'
      ? ['Active Systems:', `The National Hurricane Center is issuing advisories on ${cyclone.name}.`, '']
      : []),
    ...disturbances.filter((one) => one.ocean === ocean).flatMap(disturbanceText),
    '$$',
    'Forecaster Simulated',
  ];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<rss version="2.0"><channel><title>${name}</title>`,
    `<description>National Hurricane Center - ${name}</description><pubDate>${date}</pubDate>`,
    `<item><title>${name}</title><description>NOAA logo</description></item>`,
    `<item><title>${name}</title><pubDate>${date}</pubDate>`,
    `<description><![CDATA[${lines.join('<br />')}]]></description></item></channel></rss>\n`,
  ].join('\n');
}
