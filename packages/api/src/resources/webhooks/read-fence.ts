import { invalid } from '@severe/base';
import type { Geofence } from '@severe/db';
import { shape, type Schema } from '@severe/http';

/** Largest number of vertices of a geofence. */
export const mostVertices = 1000;

const position = shape.arrayOf(shape.number(), { length: 2 });
const ring = shape.arrayOf(position);
const geometryOf = (type: string, coordinates: Schema): Schema<object> =>
  shape.object({
    type: shape.oneOf([type], { about: 'GeoJSON type.' }),
    coordinates: {
      json: {
        ...coordinates.json,
        description:
          'Longitude and latitude in degrees, as in GeoJSON. Neighbours in a ring are joined the short way round: ' +
          'from 179 to -179 is 2 degrees.',
      },
    },
  });

/** Geometries of a geofence. */
export const fenceShape: Schema<object> = shape.either(
  geometryOf('Point', position),
  shape.either(
    geometryOf('Polygon', shape.arrayOf(ring)),
    geometryOf('MultiPolygon', shape.arrayOf(shape.arrayOf(ring))),
  ),
);

/** The place of a webhook as a body gives it; undefined or null if absent. */
interface GivenFence {
  bbox?: number[] | null | undefined;
  geometry?: object | null | undefined;
}

/**
 * The geofence of a body. Whether its rings cross is left to the database.
 *
 * @returns undefined if neither is given
 * @throws {RequestError} 422 if both are given, a box is turned, or the geometry is malformed
 */
export function readFence({ bbox, geometry }: GivenFence): Geofence | undefined {
  if (bbox && geometry) throw invalid(['body', 'geometry'], 'Exactly one of bbox and geometry should be given');
  if (bbox) return { bbox: checkedBox(bbox), geometry: null };
  if (geometry) return { bbox: null, geometry: checkedGeometry(geometry) };
  return undefined;
}

function checkedBox(bbox: number[]): number[] {
  const [, south, , north] = bbox;
  if (Math.max(Math.abs(south), Math.abs(north)) > 90) {
    throw invalid(['body', 'bbox'], 'Latitudes should be from -90 to 90');
  }
  if (south > north) throw invalid(['body', 'bbox'], 'South should not be above north');
  return bbox;
}

const depths: Record<string, number> = { Point: 0, Polygon: 2, MultiPolygon: 3 };

/** The geometry without any further members. */
function checkedGeometry(geometry: object): object {
  const refuse = (message: string) => invalid(['body', 'geometry'], message);
  const { type, coordinates } = geometry as { type?: unknown; coordinates?: unknown };
  const depth = typeof type === 'string' && Object.hasOwn(depths, type) ? depths[type] : undefined;
  if (depth === undefined) throw refuse('Geometry should be a Point, Polygon or MultiPolygon');
  let vertices = 0;

  function check(value: unknown, level: number): void {
    if (!Array.isArray(value)) throw refuse('Coordinates should be nested lists of numbers');
    if (level === 0) {
      if (++vertices > mostVertices) throw refuse(`Geometry should have at most ${mostVertices} vertices`);
      const [lon, lat, ...more] = value as unknown[];
      if (!inRange(lon, 180) || !inRange(lat, 90) || more.length > 0) {
        throw refuse('A position should be a longitude from -180 to 180 and a latitude from -90 to 90');
      }
      return;
    }
    if (value.length === 0) throw refuse('Coordinates should not be empty');
    if (level === 1 && !isClosed(value))
      throw refuse('A ring should have at least four positions and end where it begins');
    for (const part of value as unknown[]) check(part, level - 1);
  }
  check(coordinates, depth);
  return { type, coordinates };
}

function inRange(value: unknown, most: number): boolean {
  return typeof value === 'number' && Math.abs(value) <= most;
}

function isClosed(ringPositions: unknown[]): boolean {
  const [first, last] = [ringPositions[0], ringPositions.at(-1)];
  return ringPositions.length >= 4 && JSON.stringify(first) === JSON.stringify(last);
}
