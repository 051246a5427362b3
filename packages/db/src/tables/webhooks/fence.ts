import { uncrossed, type Bounds } from '@severe/geo';
import type { Geofence } from './webhook.ts';

/** A geofence as a geometry; binds `fenceJson`. */
export const fenceSql = 'ST_SetSRID(ST_GeomFromGeoJSON(cast(:fenceJson as text)), 4326)';

/** A geofence as GeoJSON text. A box across the antimeridian becomes two, one without height or width a line or point. */
export function fenceJsonOf({ bbox, geometry }: Geofence): string {
  if (geometry !== null) return JSON.stringify(geometry);
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
