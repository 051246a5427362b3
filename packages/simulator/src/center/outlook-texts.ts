import type { MultiPolygon } from '@severe/geo';
import { bulletinTime } from '../land/local-time.ts';
import { headingTime } from '../land/utc-time.ts';
import { hourMs } from '../model/plane.ts';
import { simulatedLabel } from '../warnings/texts.ts';
import type { OutlookFiles } from './outlooks.ts';
import { packed } from './packed.ts';

/** A bulletin with the points of outlooks. */
interface OutlookText {
  /** `PTSDY1`. */
  awips: string;
  heading: string;
  issuedAt: number;
  text: () => string;
}

const zone = 'America/Chicago';
const products: { awips: string; heading: string; days: number[]; title: string }[] = [
  { awips: 'PTSDY1', heading: 'WUUS01', days: [1], title: 'DAY 1' },
  { awips: 'PTSDY2', heading: 'WUUS02', days: [2], title: 'DAY 2' },
  { awips: 'PTSDY3', heading: 'WUUS03', days: [3], title: 'DAY 3' },
  { awips: 'PTSD48', heading: 'WUUS48', days: [4, 5, 6, 7, 8], title: 'DAY 4-8' },
];

/** Titles of the sections, by the names of the files. */
const hazards: [title: string, file: string][] = [
  ['TORNADO', 'torn'],
  ['HAIL', 'hail'],
  ['WIND', 'wind'],
];

type Feature = { geometry: MultiPolygon; properties: { LABEL: string; VALID_ISO: string; EXPIRE_ISO: string } };

/** The newest points products, with the areas of the static files. */
export function outlookTexts(files: OutlookFiles, now: number): OutlookText[] {
  return products.map(({ awips, heading, days, title }) => {
    const [first] = days;
    const { issuedAt } = files.day(first, first >= 4 ? 'prob' : 'cat', now)!;
    const featuresOf = (day: number, name: string): Feature[] =>
      ((files.day(day, name, now)?.body as { features: Feature[] } | undefined)?.features ?? []).filter(hasArea);
    const sections =
      first >= 4
        ? days.flatMap((day) => [
            `SEVERE WEATHER OUTLOOK POINTS DAY ${day}\n`,
            section('ANY SEVERE', featuresOf(day, 'prob')),
          ])
        : [
            ...hazards.filter(() => first <= 2).map(([name, file]) => section(name, featuresOf(first, file))),
            section('CATEGORICAL', featuresOf(first, 'cat')),
          ];
    const [from, to] = periodOf(first, issuedAt, featuresOf(first, first >= 4 ? 'prob' : 'cat'));
    return {
      awips,
      heading,
      issuedAt,
      text: () =>
        [
          `\n000\n${heading} KWNS ${headingTime(issuedAt)}\n${awips}\n`,
          `${title} CONVECTIVE OUTLOOK AREAL OUTLINE\nNWS STORM PREDICTION CENTER NORMAN OK`,
          `${bulletinTime(zone, issuedAt).toUpperCase()}\n`,
          `...${simulatedLabel}: THIS WEATHER NEVER HAPPENED...\n`,
          `VALID TIME ${headingTime(from)}Z - ${headingTime(first >= 4 ? from + days.length * 24 * hourMs : to)}Z\n`,
          ...sections,
        ].join('\n'),
    };
  });
}

/** A file without an area has one feature with an empty geometry. */
const hasArea = ({ geometry }: Feature): boolean => geometry.type === 'MultiPolygon';

/** The period of the first day. Without an area, it begins at the next 12 UTC. */
function periodOf(day: number, issuedAt: number, features: Feature[]): [number, number] {
  const [feature] = features;
  if (feature) return [Date.parse(feature.properties.VALID_ISO), Date.parse(feature.properties.EXPIRE_ISO)];
  const dayMs = 24 * hourMs;
  const from = Math.floor(issuedAt / dayMs) * dayMs + 12 * hourMs + (day - 1) * dayMs;
  return [from, from + dayMs];
}

function section(title: string, features: Feature[]): string {
  return [`... ${title} ...\n`, ...features.map(entry), '&&\n'].join('\n');
}

/** A label with its rings, clockwise except for holes, six positions on a line. */
function entry({ geometry, properties }: Feature): string {
  const rings = geometry.coordinates.flat().map((ring) => ring.toReversed().map(packed));
  const pairs = rings.flatMap((ring, i) => (i > 0 ? ['99999999', ...ring] : ring));
  const lines = Array.from({ length: Math.ceil(pairs.length / 6) }, (_, i) => pairs.slice(6 * i, 6 * i + 6).join(' '));
  return `${properties.LABEL.padEnd(7)}${lines.join('\n       ')}`;
}
