import { AreaError } from './error.ts';
import type { Polygon, Position } from './geojson.ts';
import type { Point } from './distance.ts';

const number = String.raw`[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?`;
const pair = new RegExp(`^\\s*(${number})\\s+(${number})(?:\\s+${number})?\\s*$`);
const pointForm = /^\s*POINT\s*(?:Z\s*)?\(([^()]*)\)\s*$/i;
const polygonForm = /^\s*POLYGON\s*(?:Z\s*)?\((.*)\)\s*$/is;
const ringForm = /^\s*\(([^()]*)\)\s*$/;

/** Most corners of a polygon that is read. */
const mostCorners = 1000;

/**
 * Reads `POINT(-97.44 35.22)`: longitude, then latitude; a height is ignored.
 *
 * @see OGC 06-103r4, section 7
 * @throws {AreaError} anything else
 */
export function readWktPoint(text: string): Point {
  const [, inner = ''] = pointForm.exec(text) ?? [];
  const [lon, lat] = positionIn(inner, 'POINT(-97.44 35.22), longitude before latitude');
  return { lat, lon };
}

/**
 * Reads `POLYGON((-98 35, -97 35, -97 36, -98 35))`, with holes after the outer ring.
 *
 * @throws {AreaError} anything else, a ring that is not closed, or more than 1,000 corners
 */
export function readWktPolygon(text: string): Polygon {
  const needed = 'POLYGON((-98 35, -97 35, -97 36, -98 35)), longitude before latitude, each ring closed';
  const [, inner = ''] = polygonForm.exec(text) ?? [];
  const rings = inner.split(/(?<=\))\s*,/).map((part) => {
    const [, corners] = ringForm.exec(part) ?? [];
    if (corners === undefined) throw malformed(needed);
    return corners.split(',').map((corner) => positionIn(corner, needed));
  });
  if (rings.flat().length > mostCorners) throw new AreaError(`Invalid coords: more than ${mostCorners} corners`);
  if (rings.some((ring) => ring.length < 4 || ring[0].join() !== ring.at(-1)!.join())) throw malformed(needed);
  return { type: 'Polygon', coordinates: rings };
}

function positionIn(text: string, needed: string): Position {
  const [, x, y] = pair.exec(text) ?? [];
  if (x === undefined) throw malformed(needed);
  const [lon, lat] = [Number(x), Number(y)];
  if (Math.abs(lat) > 90 || Math.abs(lon) > 180)
    throw new AreaError('Invalid coords: a longitude is between -180 and 180, a latitude between -90 and 90');
  return [lon, lat];
}

function malformed(needed: string): AreaError {
  return new AreaError(`Invalid coords: expected ${needed}`);
}
