import {
  bearingDeg,
  destination,
  distanceM,
  longitudeFrom,
  planeAround,
  ringHolds,
  type LocalPlane,
  type Point,
  type Polygon,
  type Position,
} from '@severe/geo';
import type { StormTrack } from './situation.ts';

/**
 * The cone of a storm: where it may be within an hour of its observation, if its motion does not change.
 *
 * `radiusM`: extent of the storm and error of its position. `spreadDeg`: error of its direction to each side.
 * `speedShare`: error of its speed, as a share. See `docs/assessment.md` for their basis.
 */
export const cone = { minutes: 60, radiusM: 5_000, spreadDeg: 15, speedShare: 0.2 };

const radian = Math.PI / 180;

/** Distance that a storm moves in the time of the cone, metres. */
function reachM({ speedMps }: StormTrack): number {
  return speedMps * cone.minutes * 60;
}

/** Half-width of the cone at a distance along the motion, metres. */
function halfWidthM({ spreadDeg = cone.spreadDeg }: StormTrack, aheadM: number): number {
  return cone.radiusM + Math.max(0, aheadM) * Math.tan(spreadDeg * radian);
}

/** Position of a place relative to a storm: metres ahead along the motion, and to its right. */
export function relativeTo(origin: Point, { towardDeg }: StormTrack, place: Point): { aheadM: number; rightM: number } {
  const metres = distanceM(origin, place);
  const angle = (bearingDeg(origin, place) - towardDeg) * radian;
  return { aheadM: metres * Math.cos(angle), rightM: metres * Math.sin(angle) };
}

/** Whether the cone covers a place. */
export function coneCovers(track: StormTrack, place: Point): boolean {
  const { plane, ring } = coneIn(track);
  return ringHolds(ring, plane.forward(place));
}

/** The point of a segment of a line that moves over the place; undefined if it passes beside it. */
export function onLine(a: Point, b: Point, track: StormTrack, place: Point): Point | undefined {
  const [atA, atB] = [relativeTo(a, track, place).rightM, relativeTo(b, track, place).rightM];
  if (Math.sign(atA) === Math.sign(atB) || atA === atB) return undefined;
  const share = atA / (atA - atB);
  return destination(a, bearingDeg(a, b), share * distanceM(a, b));
}

/** Degrees between neighbouring positions of the rounded ends. */
const arcStepDeg = 15;

/**
 * The cone as a polygon, counter-clockwise: the convex hull of the cones of all positions. Where it crosses the
 * antimeridian or encloses a pole, longitudes jump, as `onEarth` expects.
 */
export function coneOf(track: StormTrack): Polygon {
  const { plane, ring } = coneIn(track);
  const corners = ring.map((position) => plane.inverse(position));
  const positions = corners.flatMap((corner, i) => (i === 0 ? [corner] : alongEdge(corners[i - 1], corner)));
  return { type: 'Polygon', coordinates: [positions.map(({ lat, lon }): Position => [rounded(lon), rounded(lat)])] };
}

/** An edge of the map may be this far from the edge on the ground, metres. */
const mostOffM = 500;

/** The positions of an edge after its start: near a pole, a straight line of the ground is a curve on the map. */
function alongEdge(a: Point, b: Point): Point[] {
  const middle = destination(a, bearingDeg(a, b), distanceM(a, b) / 2);
  const drawn = { lat: (a.lat + b.lat) / 2, lon: a.lon + longitudeFrom(a.lon, b.lon) / 2 };
  return distanceM(middle, drawn) > mostOffM ? [...alongEdge(a, middle), ...alongEdge(middle, b)] : [b];
}

/** The cone on a plane around the storm, which has no antimeridian and no pole. */
function coneIn(track: StormTrack): { plane: LocalPlane; ring: Position[] } {
  const plane = planeAround(track.points[track.points.length >> 1]);
  const positions = track.points.flatMap((origin) => outline(origin, track));
  return { plane, ring: hullOf(positions.map((point) => plane.forward(point))) };
}

/** Positions around the cone of one point: a circle where the storm was, and a larger one where it may be in an hour. */
function outline(origin: Point, track: StormTrack): Point[] {
  const length = reachM(track);
  const end = destination(origin, track.towardDeg, length);
  const circle = (centre: Point, radius: number): Point[] =>
    Array.from({ length: 360 / arcStepDeg }, (_, i) => destination(centre, track.towardDeg + i * arcStepDeg, radius));
  return [...circle(origin, halfWidthM(track, 0)), ...circle(end, halfWidthM(track, length))];
}

/** Convex hull by Andrew's monotone chain, closed, counter-clockwise. */
function hullOf(positions: Position[]): Position[] {
  const sorted = positions.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
  const chain = (points: Position[]): Position[] => {
    const kept: Position[] = [];
    for (const point of points) {
      while (kept.length >= 2 && turn(kept[kept.length - 2], kept[kept.length - 1], point) <= 0) kept.pop();
      kept.push(point);
    }
    return kept.slice(0, -1);
  };
  const ring = [...chain(sorted), ...chain(sorted.toReversed())];
  return [...ring, ring[0]];
}

/** Positive for a left turn. */
function turn(a: Position, b: Position, c: Position): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

function rounded(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5;
}
