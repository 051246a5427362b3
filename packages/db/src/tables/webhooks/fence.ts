import { namesOfLongitude, uncrossed, type Bounds } from '@severe/geo';
import { onEarth, type ShownGeometry } from '@severe/geo/on-earth';
import type { Geofence } from './webhook.ts';

/** A geofence as a geometry; binds `fenceJson`. */
export const fenceSql = 'ST_SetSRID(ST_GeomFromGeoJSON(cast(:fenceJson as text)), 4326)';

/**
 * A geofence as GeoJSON text. A box or an area across the antimeridian becomes two, a box without height or width a line
 * or point, and a point on the antimeridian is one of both sides.
 */
export function fenceJsonOf({ bbox, geometry }: Geofence): string {
  if (geometry !== null) return JSON.stringify(inParts(onEarth(geometry as ShownGeometry)));
  const [west, south, east, north] = bbox;
  if (west === east || south === north) {
    const lines = uncrossed(bbox as unknown as Bounds).map(([w, s, e, n]) => [[w, s], [e, n]]); // prettier-ignore
    return JSON.stringify({ type: 'MultiLineString', coordinates: lines });
  }
  const rings = uncrossed([west, south, east, north]).map(([w, s, e, n]) => [
    [
      [w, s],
      [e, s],
      [e, n],
      [w, n],
      [w, s],
    ],
  ]);
  return JSON.stringify({ type: 'MultiPolygon', coordinates: rings });
}

function inParts(geometry: ShownGeometry): object {
  if (geometry.type !== 'Point' || Math.abs(geometry.coordinates[0]) !== 180) return geometry;
  const [lon, lat] = geometry.coordinates;
  return { type: 'MultiPoint', coordinates: namesOfLongitude(lon).map((name) => [name, lat]) };
}
