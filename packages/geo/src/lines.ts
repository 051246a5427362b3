import {
  foldLongitude,
  GeometryError,
  type Line,
  listOf,
  type Position,
  readPosition,
  VertexBudget,
} from './geojson.ts';

/**
 * Takes a LineString or MultiLineString as a provider wrote it, or null. Parts of fewer than two different positions are
 * left out; what crosses the antimeridian is cut there.
 *
 * @throws {GeometryError} when it is no line, holds a position that is none, or is too long
 */
export function mendLine(geometry: unknown, limit = 100_000): Line | undefined {
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

/** The pieces of a line between its crossings of the antimeridian, each in -180..180. */
function cutLine(positions: Position[]): Position[][] {
  const pieces: Position[][] = [[]];
  for (const [i, [rawLon, lat]] of positions.entries()) {
    const lon = foldLongitude(rawLon);
    const before = i === 0 ? undefined : pieces.at(-1)?.at(-1);
    if (before && Math.abs(lon - before[0]) > 180) {
      const edge = before[0] > 0 ? 180 : -180;
      const share = (edge - before[0]) / (lon + 2 * edge - before[0]);
      const crossing = before[1] + share * (lat - before[1]);
      pieces.at(-1)?.push([edge, crossing]);
      pieces.push([[-edge, crossing]]);
    }
    pieces.at(-1)?.push([lon, lat]);
  }
  return pieces.filter((piece) => piece.some(([lon, lat]) => lon !== piece[0][0] || lat !== piece[0][1]));
}
