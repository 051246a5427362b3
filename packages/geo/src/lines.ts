import { GeometryError, type Line, listOf, type Position, readPosition, VertexBudget } from './geojson.ts';
import { foldLongitude } from './longitude.ts';

/**
 * Reads a provider's LineString or MultiLineString, or null, and repairs it. Parts with fewer than two distinct
 * positions are dropped; lines are cut at the antimeridian.
 *
 * @throws {GeometryError} if it is not a line, has an invalid position, or is too long
 */
export function repairLine(geometry: unknown, limit = 100_000): Line | undefined {
  if (geometry === null || geometry === undefined) return undefined;
  const { type, coordinates } = geometry as Record<string, unknown>;
  if (type !== 'LineString' && type !== 'MultiLineString') {
    throw new GeometryError(
      'type',
      `a line is a LineString or MultiLineString, got ${JSON.stringify(type) ?? 'no type'}`,
    );
  }
  const budget = new VertexBudget(limit);
  const parts = (type === 'LineString' ? [coordinates] : listOf(coordinates, 'a line')).flatMap((part) => {
    const list = listOf(part, 'a line');
    budget.spend(list.length);
    return cutLine(list.map(readPosition));
  });
  if (parts.length === 0) return undefined;
  return parts.length === 1
    ? { type: 'LineString', coordinates: parts[0] }
    : { type: 'MultiLineString', coordinates: parts };
}

/** Cuts a line at the antimeridian into pieces within -180..180. Neighbours are joined the short way round. */
function cutLine(positions: Position[]): Position[][] {
  const pieces: Position[][] = [[]];
  for (const [i, [rawLon, lat]] of positions.entries()) {
    const before = i === 0 ? undefined : pieces.at(-1)?.at(-1);
    const folded = foldLongitude(rawLon);
    const lon = before ? besides(before[0], folded) : folded;
    const isBeyond = Math.abs(lon) > 180;
    if (before && isBeyond) {
      const edge = lon > 0 ? 180 : -180;
      const share = (edge - before[0]) / (lon - before[0]);
      const crossing = before[1] + share * (lat - before[1]);
      if (share > 0) pieces.at(-1)?.push([edge, crossing]);
      pieces.push([[-edge, crossing]]);
    }
    pieces.at(-1)?.push([isBeyond ? folded : lon, lat]);
  }
  return pieces.filter((piece) => piece.some(([lon, lat]) => lon !== piece[0][0] || lat !== piece[0][1]));
}

/** The name of a longitude that is at most 180° from another: 179° continues as 181°, not as -179°. */
function besides(before: number, lon: number): number {
  return Math.abs(lon - before) > 180 ? lon - 360 * Math.sign(lon - before) : lon;
}
