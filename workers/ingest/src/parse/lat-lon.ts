import { DataError } from '@severe/base';
import type { Position } from '@severe/geo';
import { excerpt } from './payload.ts';

/**
 * Parses a position of outlooks and watches, eight digits of hundredths of a degree north and west: `42970252` is 42.97
 * N 102.52 W. The leading 1 of the longitude is omitted, because no position is east of 50 W.
 *
 * @throws {DataError} `position` for any other form
 */
export function readPair(digits: string): Position {
  const [, lat, lon] = /^(\d{4})(\d{4})$/.exec(digits) ?? [];
  if (!lat || Number(lat) > 9000)
    throw new DataError('position', `expected 8 digits of a position, got ${excerpt(digits)}`);
  const west = Number(lon) / 100;
  return [-(west < 50 ? 100 + west : west), Number(lat) / 100];
}

/**
 * Positions of storm-based warnings, pairs of latitude and longitude in hundredths of a degree north and west:
 * `3310 11199`. The blank of a pair can be missing: `331011199`.
 *
 * @throws {DataError} `position` for any other form, because the rest would be a shape of its own
 */
export function readPositions(numbers: string): Position[] {
  const pair = /\s*(\d{3,4}(?=\s)|\d{4})\s*(\d{4,5})(?!\d)/y;
  const positions: Position[] = [];
  const list = numbers.trimEnd();
  while (pair.lastIndex < list.length) {
    const at = pair.lastIndex;
    const [, lat, lon] = pair.exec(list) ?? [];
    if (!lat || Number(lat) > 9000)
      throw new DataError('position', `expected pairs of positions, got ${excerpt(list.slice(at).trim(), 20)}`);
    positions.push([Number(lon) / -100, Number(lat) / 100]);
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
