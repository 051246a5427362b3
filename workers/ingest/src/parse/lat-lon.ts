import { DataError } from '@severe/base';
import type { Position } from '@severe/geo';
import { excerpt } from './payload.ts';

/** The areas that the products are about, in degrees north and west. They tell which longitude has lost its hundreds. */
export const productAreas = [
  { name: 'contiguous states', south: 24, north: 50, east: 64, west: 130 },
  { name: 'Caribbean', south: 15, north: 24, east: 64, west: 70 },
  { name: 'Hawaii', south: 15, north: 25, east: 150, west: 163 },
  { name: 'Alaska', south: 51, north: 75, east: 125, west: 190 },
  // Offices of these write degrees south or east, without a sign.
  { name: 'Samoa', south: 10, north: 14.5, east: 165, west: 175 },
  { name: 'Guam', south: 0, north: 22, east: 130, west: 149 },
];

/** Distance of a position from the nearest area, in degrees. */
function distanceFromAreas(lat: number, west: number): number {
  const outside = (value: number, from: number, to: number) => Math.max(0, from - value, value - to);
  return Math.min(
    ...productAreas.map((area) =>
      Math.hypot(outside(lat, area.south, area.north), outside(west, area.east, area.west)),
    ),
  );
}

/**
 * The longitude of four digits, hundredths of a degree west, of which the leading 1 is dropped from 100° on: the one nearest to an
 * area that the products are about. `0252` beside 42.97 N is 102.52 W, `5790` beside 21.30 N is 157.90 W, and `6610` beside
 * 45.00 N is 66.10 W.
 */
function restoredWest(lat: number, hundredths: number): number {
  const [west, further] = [hundredths / 100, (hundredths + 10_000) / 100]; // a sum of degrees can end in …99999
  return distanceFromAreas(lat, further) < distanceFromAreas(lat, west) ? further : west;
}

/**
 * Parses a position of outlooks and watches, eight digits of hundredths of a degree north and west: `42970252` is 42.97
 * N 102.52 W. The leading 1 of the longitude is omitted.
 *
 * @throws {DataError} `position` for any other form
 */
export function readPair(digits: string): Position {
  const [, north, west] = /^(\d{4})(\d{4})$/.exec(digits) ?? [];
  if (!north || Number(north) > 9000)
    throw new DataError('position', `expected 8 digits of a position, got ${excerpt(digits)}`);
  const lat = Number(north) / 100;
  return [-restoredWest(lat, Number(west)), lat];
}

/** The furthest longitude: degrees west can go on beyond 180. */
const furthest = 36_000;

/**
 * Positions of storm-based warnings, pairs of latitude and longitude in hundredths of a degree north and west:
 * `3310 11199`. The blank of a pair can be missing: `331011199`. A longitude of four digits can lack its leading 1: `3310
 * 1199`.
 *
 * @throws {DataError} `position` for any other form, because the rest would be a shape of its own
 */
export function readPositions(numbers: string): Position[] {
  const pair = /\s*(\d{3,4}(?=\s)|\d{4})\s*(\d{4,5})(?!\d)/y;
  const positions: Position[] = [];
  const list = numbers.trimEnd();
  while (pair.lastIndex < list.length) {
    const at = pair.lastIndex;
    const [, north, west] = pair.exec(list) ?? [];
    if (!north || Number(north) > 9000 || Number(west) > furthest)
      throw new DataError('position', `expected pairs of positions, got ${excerpt(list.slice(at).trim(), 20)}`);
    const lat = Number(north) / 100;
    const hundredths = Number(west);
    positions.push([-(west.length === 4 ? restoredWest(lat, hundredths) : hundredths / 100), lat]);
  }
  return positions;
}

/** Separates two polylines of an entry. */
export const separator = '99999999';

/** Parses polylines, separated by `99999999`. @throws {DataError} `position` */
export function readPolylines(text: string): Position[][] {
  const polylines: Position[][] = [[]];
  for (const digits of text.split(/\s+/).filter(Boolean)) {
    if (digits === separator) polylines.push([]);
    else polylines.at(-1)?.push(readPair(digits));
  }
  return polylines.filter((polyline) => polyline.length > 0);
}

/** Parses the ring after `LAT...LON`, open or closed as sent; undefined if there is none. */
export function readLatLon(text: string): Position[] | undefined {
  const packed = /LAT\.\.\.LON((?:\s+\d{8})+)/.exec(text)?.[1];
  return packed === undefined ? undefined : readPolylines(packed)[0];
}

/** Whether a polyline has at least four positions and ends at the first one. */
export function isClosed(line: Position[]): boolean {
  const [first, last] = [line[0], line[line.length - 1]];
  return line.length >= 4 && first[0] === last[0] && first[1] === last[1];
}
