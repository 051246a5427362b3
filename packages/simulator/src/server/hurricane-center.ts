import { formatStamp } from '@severe/base';
import type { Position } from '@severe/geo';
import { hourMs } from '../model/plane.ts';
import { advisoryAt, classOf, cycloneAt, type Cyclone } from '../tropics/cyclone.ts';
import { coneRing, trackLine } from '../tropics/outlines.ts';
import { simulatedLabel } from '../warnings/texts.ts';
import { jsonPage, type Page, type PageHost } from './pages.ts';

/** Interval between outlooks. */
const every = 6 * hourMs;

/** The basins: title and waters. */
const basins: Record<string, [title: string, waters: string]> = {
  AT: ['Atlantic', 'North Atlantic...Caribbean Sea and the Gulf of America'],
  EP: ['Eastern North Pacific', 'eastern and central North Pacific east of 180 longitude'],
  CP: ['Central North Pacific', 'central North Pacific between 140W and 180W'],
};

/** The National Hurricane Center on a day with one cyclone in the Atlantic, and a disturbance behind it. */
export function hurricaneCenter(seed: number): PageHost {
  return {
    host: 'www.nhc.noaa.gov',
    maxAge: 300,
    routes: [
      { path: /^CurrentStorms\.json$/, page: (_, _query, now) => currentStorms(cycloneAt(seed, now), now) },
      {
        path: /^xml\/TWO(AT|EP|CP)\.xml$/,
        page: ([basin], _query, now) => {
          const issuedAt = Math.floor(now / every) * every;
          const body = outlookXml(basins[basin], basin === 'AT' ? cycloneAt(seed, now) : undefined, issuedAt);
          return { type: 'text/xml', body, modified: issuedAt };
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

const threeDigits = (number: number) => String(number).padStart(3, '0');

function currentStorms(cyclone: Cyclone, now: number): Page {
  const { issuedAt, number } = advisoryAt(cyclone, now);
  const { lat, lon, windKt, pressureHpa, towardDeg, speedKt } = cyclone.at(issuedAt);
  const issuance = new Date(issuedAt).toISOString();
  const storm = {
    id: cyclone.id,
    binNumber: 'AT1',
    name: `${cyclone.name} (simulated)`,
    classification: classOf(windKt),
    intensity: String(windKt),
    pressure: String(pressureHpa),
    latitude: `${Math.abs(lat).toFixed(1)}N`,
    longitude: `${Math.abs(lon).toFixed(1)}W`,
    latitudeNumeric: Math.round(lat * 10) / 10,
    longitudeNumeric: Math.round(lon * 10) / 10,
    movementDir: Math.round(towardDeg / 5) * 5,
    movementSpeed: Math.round(speedKt * 1.15078), // mph
    lastUpdate: issuance,
    publicAdvisory: { advNum: threeDigits(number), issuance, url: 'https://www.nhc.noaa.gov/text/MIATCPAT1.shtml' },
  };
  return jsonPage('application/json', { activeStorms: [storm] }, issuedAt);
}

function featuresOf(layer: number, cyclone: Cyclone, now: number): object[] {
  const { issuedAt, number } = advisoryAt(cyclone, now);
  const of = (kind: string) => ({
    idp_source: `${cyclone.id}-${threeDigits(number)}_5day_${kind}`,
    stormname: cyclone.name,
    advisnum: String(number),
    advdate: advisoryDate(issuedAt),
    fcstprd: '120',
  });
  const feature = (properties: object, type: string, coordinates: unknown) => ({
    type: 'Feature',
    properties,
    geometry: { type, coordinates },
  });
  const { lon, lat, gustKt, windKt } = cyclone.at(issuedAt);
  switch (layer) {
    case 3:
      return [feature(disturbance(now), 'Polygon', [disturbedRing])];
    case 5:
      return [feature({ ...of('pts'), tau: 0, maxwind: windKt, gust: gustKt }, 'Point', [lon, lat])];
    case 6:
      return [feature(of('lin'), 'LineString', trackLine(cyclone, issuedAt))];
    case 7:
      return [feature(of('pgn'), 'Polygon', [coneRing(cyclone, issuedAt)])];
    default:
      return [];
  }
}

/** For example `1100 AM AST Tue Aug 18 2026`. */
function advisoryDate(at: number): string {
  const local = new Date(at - 4 * hourMs).toUTCString(); // Tue, 18 Aug 2026 11:00:00 GMT
  const [day, date, month, year, time] = local.replace(',', '').split(' ');
  const hour = Number(time.slice(0, 2));
  const clock = `${String(hour % 12 || 12)}${time.slice(3, 5)} ${hour < 12 ? 'AM' : 'PM'}`;
  return `${clock} AST ${day} ${month} ${date} ${year}`;
}

/** A tropical wave off Africa that may become the next cyclone. */
const chances = { twoDays: ['low', 20], sevenDays: ['medium', 50] } as const;

const disturbedRing: Position[] = [
  [-38, 7],
  [-26, 7],
  [-24, 11],
  [-31, 14.5],
  [-39, 12.5],
  [-38, 7],
];

function disturbance(now: number): object {
  const issuedAt = Math.floor(now / every) * every;
  return {
    basin: 'Atlantic',
    area: 1,
    prob2day: `${chances.twoDays[1]}%`,
    risk2day: chances.twoDays[0],
    prob7day: `${chances.sevenDays[1]}%`,
    risk7day: chances.sevenDays[0],
    idp_source: `gtwo_areas_${formatStamp(new Date(issuedAt))}`,
  };
}

/** @param cyclone of an active basin; undefined in a quiet one */
function outlookXml([title, waters]: [string, string], cyclone: Cyclone | undefined, issuedAt: number): string {
  const date = new Date(issuedAt).toUTCString();
  const [[risk2, chance2], [risk7, chance7]] = [chances.twoDays, chances.sevenDays];
  const lines = [
    `${simulatedLabel}: this weather never happened.`,
    '',
    `For the ${waters}:`,
    '',
    ...(cyclone
      ? [
          'Active Systems:',
          `The National Hurricane Center is issuing advisories on ${cyclone.name}.`,
          '',
          'Eastern Tropical Atlantic:',
          'A tropical wave off the coast of Africa produces disorganized showers. It may become a tropical depression later this week.',
          `* Formation chance through 48 hours...${risk2}...${chance2} percent.`,
          `* Formation chance through 7 days...${risk7}...${chance7} percent.`,
        ]
      : ['Tropical cyclone formation is not expected during the next 7 days.']),
  ];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<rss version="2.0"><channel><title>NHC ${title}</title><pubDate>${date}</pubDate>`,
    `<item><title>${title} Tropical Weather Outlook</title><pubDate>${date}</pubDate>`,
    `<description>${lines.join('&lt;br/&gt;\n')}</description></item></channel></rss>\n`,
  ].join('\n');
}
