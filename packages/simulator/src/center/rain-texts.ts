import { surfaceStations } from '@severe/catalogue';
import type { MultiPolygon, Point, Position } from '@severe/geo';
import { bulletinTime } from '../land/local-time.ts';
import { compassPoint, seenFrom } from '../land/towns.ts';
import { headingTime } from '../land/utc-time.ts';
import { radian } from '../model/plane.ts';
import { simulatedLabel } from '../warnings/texts.ts';
import type { RainOutlookFiles } from './rain-outlooks.ts';

/** A bulletin with the areas of an excessive rainfall outlook. */
interface RainText {
  /** `RBG94E`. */
  awips: string;
  heading: string;
  issuedAt: number;
  text: () => string;
}

const zone = 'America/New_York';
const products = [
  { day: 1, awips: 'RBG94E', heading: 'MENC98' },
  { day: 2, awips: 'RBG98E', heading: 'MENU98' },
  { day: 3, awips: 'RBG99E', heading: 'MENX98' },
];

/** Written texts, by the areas of their files: a text is fetched many times. */
const written = new WeakMap<object, string>();

type Feature = { geometry: MultiPolygon; properties: { OUTLOOK: string; START_TIME: string; END_TIME: string } };

/** The newest texts of the Weather Prediction Center, with the areas of its files. */
export function rainTexts(files: RainOutlookFiles, now: number): RainText[] {
  return products.map(({ day, awips, heading }) => {
    const { body, issuedAt, validFrom, validTo } = files.day(day, now);
    const { features } = body as { features: Feature[] };
    const write = (): string =>
      [
        `\n000\n${heading} KWNH ${headingTime(issuedAt)}\n${awips}\n`,
        `Day ${day} Excessive Rainfall Threat Area\nNWS Weather Prediction Center College Park MD`,
        `${bulletinTime(zone, issuedAt)}\n`,
        `...${simulatedLabel}: this weather never happened...\n`,
        `Valid ${validTime(validFrom)} - ${validTime(validTo)}\n\n`,
        ...features.map(areaText),
      ].join('\n');
    const text = (): string => {
      const known = written.get(features) ?? write();
      written.set(features, known);
      return known;
    };
    return { awips, heading, issuedAt, text };
  });
}

/** For example `2030Z Wed May 20 2026`. */
function validTime(at: number): string {
  const [, weekday, day, month, year, hours, minutes] = /^(\w{3}), 0?(\d+) (\w{3}) (\d{4}) (\d\d):(\d\d)/.exec(
    new Date(at).toUTCString(),
  )!;
  return `${hours}${minutes === '00' ? '' : minutes}Z ${weekday} ${month} ${day} ${year}`;
}

/** The lines of a category, clockwise except for holes: the area is on their right. */
function areaText({ geometry, properties: { OUTLOOK } }: Feature): string {
  const [word] = OUTLOOK.toUpperCase().split(' ');
  const lines = geometry.coordinates
    .flat()
    .map((ring) => waypointsOf(ring.toReversed()))
    .filter((waypoints) => new Set(waypoints).size >= leastWaypoints);
  if (lines.length === 0) return '';
  const list = lines.map((waypoints) => waypoints.join(' ')).join(' ...CONT... ');
  return `${word} RISK OF RAINFALL EXCEEDING FFG TO THE RIGHT OF A LINE FROM\n${wrapped(list)}.\n`;
}

/** A line with fewer encloses nothing. */
const leastWaypoints = 3;
/** Distances are given to this many miles. */
const roundedMi = 5;

/** Positions by distance and direction from stations. Those that round to the same one follow each other once. */
function waypointsOf(ring: Position[]): string[] {
  const waypoints = ring.map(([lon, lat]) => waypointOf({ lon, lat }));
  return waypoints.filter((each, i) => each !== waypoints[i - 1]);
}

function waypointOf(place: Point): string {
  const [id, station] = nearestStation(place);
  const { miles, towardDeg } = seenFrom(station, place);
  const rounded = Math.round(miles / roundedMi) * roundedMi;
  return rounded === 0 ? id : `${rounded} ${compassPoint(towardDeg)} ${id}`;
}

/** The station nearest to a place, of all that texts can name. */
function nearestStation({ lon, lat }: Point): [id: string, position: Point] {
  const across = Math.cos(lat * radian);
  let nearest: [string, Point] | undefined;
  let least = Infinity;
  for (const station of surfaceStations()) {
    const off = (station[1].lat - lat) ** 2 + ((station[1].lon - lon) * across) ** 2;
    if (off < least) [nearest, least] = [station, off];
  }
  return nearest!;
}

/** Lines of at most 66 characters. */
function wrapped(text: string): string {
  return text.replaceAll(/(?=\S)(.{1,66})(?:\s+|$)/g, '$1\n').trimEnd();
}
