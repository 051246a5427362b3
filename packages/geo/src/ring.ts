import type { Bounds } from './tile.ts';
import type { Position, Ring } from './geojson.ts';

/** Twice the signed area in square degrees; positive if the ring is anticlockwise. */
export function signedArea(ring: Ring): number {
  let sum = 0;
  const [x0, y0] = ring[0]; // offsets from one corner keep the digits of small rings far from 0°
  for (let i = 1; i < ring.length; i++) {
    const [ax, ay] = ring[i - 1];
    const [bx, by] = ring[i];
    sum += (ax - x0) * (by - y0) - (bx - x0) * (ay - y0);
  }
  return sum;
}

/** The ring with anticlockwise orientation, or clockwise for a hole. */
export function wound(ring: Ring, hole: boolean): Ring {
  return signedArea(ring) > 0 === hole ? ring.toReversed() : ring;
}

/** Whether a ring contains a point. A point on the edge may give either result. */
export function ringHolds(ring: Ring, [lon, lat]: Position): boolean {
  let inside = false;
  for (let i = 1; i < ring.length; i++) {
    const [ax, ay] = ring[i - 1];
    const [bx, by] = ring[i];
    if (ay > lat !== by > lat && lon < ax + ((lat - ay) / (by - ay)) * (bx - ax)) inside = !inside;
  }
  return inside;
}

/**
 * Continues longitudes past ±180 where a ring crosses the antimeridian, so that neighbours are at most 180° apart. A
 * ring that ends a whole turn away encloses a pole and is closed over it. An edge of exactly 360° is a parallel and is
 * kept.
 */
export function unrolled(ring: Ring): Ring {
  const run: Ring = [];
  let turns = 0;
  for (const [i, [lon, lat]] of ring.entries()) {
    const step = i === 0 ? 0 : lon - ring[i - 1][0];
    if (Math.abs(step) > 180 && Math.abs(step) !== 360) turns -= Math.round(step / 360);
    run.push([lon + 360 * turns, lat]);
  }
  if (turns === 0) return run;
  const [first, last] = [run[0], run[run.length - 1]];
  if (first[0] === last[0]) return run;
  const pole = ring.reduce((sum, [, lat]) => sum + lat, 0) >= 0 ? 90 : -90;
  return [...run, [last[0], pole], [first[0], pole], first];
}

/** The ring closed and without repeated positions; `closed` is whether it was closed. */
export function closedRing(positions: Position[]): { ring: Ring; closed: boolean } {
  const same = (a: Position, b: Position) => a[0] === b[0] && a[1] === b[1];
  const ring = positions.filter((position, i) => i === 0 || !same(position, positions[i - 1]));
  const closed = ring.length > 0 && same(ring[0], ring[ring.length - 1]);
  if (ring.length > 0 && (!closed || ring.length === 1)) ring.push(ring[0]);
  return { ring, closed };
}

/** The smallest box around a ring that does not cross the antimeridian. */
export function boxOf(ring: Ring): Bounds {
  const box: Bounds = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [lon, lat] of ring) {
    box[0] = Math.min(box[0], lon);
    box[1] = Math.min(box[1], lat);
    box[2] = Math.max(box[2], lon);
    box[3] = Math.max(box[3], lat);
  }
  return box;
}
