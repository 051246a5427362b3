import { hourMs } from '../model/plane.ts';
import { simulatedLabel } from '../warnings/texts.ts';
import { jsonPage, type PageHost } from './pages.ts';

/** Interval between outlooks. */
const every = 6 * hourMs;

/** The basins: title and waters. */
const basins: Record<string, [title: string, waters: string]> = {
  AT: ['Atlantic', 'North Atlantic...Caribbean Sea and the Gulf of America'],
  EP: ['Eastern North Pacific', 'eastern and central North Pacific east of 180 longitude'],
  CP: ['Central North Pacific', 'central North Pacific between 140W and 180W'],
};

/** The National Hurricane Center on a day without storms. */
export function hurricaneCenter(): PageHost {
  return {
    host: 'www.nhc.noaa.gov',
    maxAge: 300,
    routes: [
      { path: /^CurrentStorms\.json$/, page: () => jsonPage('application/json', { activeStorms: [] }) },
      {
        path: /^xml\/TWO(AT|EP|CP)\.xml$/,
        page: ([basin], _query, now) => {
          const issuedAt = Math.floor(now / every) * every;
          return { type: 'text/xml', body: outlookXml(basins[basin], issuedAt), modified: issuedAt };
        },
      },
    ],
    missing: () => ({ type: 'text/html', body: '<!DOCTYPE html><title>404 Not Found</title><h1>Not Found</h1>\n' }),
  };
}

/** The map service of the National Hurricane Center: no features. */
export function tropicalMaps(): PageHost {
  return {
    host: 'mapservices.weather.noaa.gov',
    maxAge: 300,
    routes: [
      {
        path: /^tropical\/rest\/services\/tropical\/NHC_tropical_weather_summary\/MapServer\/\d+\/query$/,
        page: () => jsonPage('application/geo+json', { type: 'FeatureCollection', features: [] }),
      },
    ],
    missing: () => ({ type: 'text/html', body: '<!DOCTYPE html><title>404 Not Found</title><h1>Not Found</h1>\n' }),
  };
}

function outlookXml([title, waters]: [string, string], issuedAt: number): string {
  const date = new Date(issuedAt).toUTCString();
  const text =
    `${simulatedLabel}: this weather never happened.&lt;br/&gt;&lt;br/&gt;For the ${waters}:&lt;br/&gt;&lt;br/&gt;` +
    'Tropical cyclone formation is not expected during the next 7 days.';
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<rss version="2.0"><channel><title>NHC ${title}</title><pubDate>${date}</pubDate>`,
    `<item><title>${title} Tropical Weather Outlook</title><pubDate>${date}</pubDate>`,
    `<description>${text}</description></item></channel></rss>\n`,
  ].join('\n');
}
