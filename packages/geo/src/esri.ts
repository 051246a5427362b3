import { listOf, type Polygon, readPosition, type Ring } from './geojson.ts';
import { closedRing, ringHolds, signedArea } from './ring.ts';

/**
 * Converts Esri's flat list of rings to polygons with holes: clockwise rings are shells, anticlockwise ones are holes
 * of the shell that contains them. A hole without a shell becomes a shell, since some writers use the wrong
 * orientation.
 *
 * @throws {GeometryError} `coordinates` if the value is not a list of rings
 * @see ArcGIS REST API, "Geometry objects", polygon
 */
export function areaFromEsriRings(value: unknown): { type: 'MultiPolygon'; coordinates: Ring[][] } {
  const rings = listOf(value, 'an Esri polygon')
    .map((ring) => closedRing(listOf(ring, 'a ring').map(readPosition)).ring)
    .filter((ring) => ring.length >= 4);
  const parts: Polygon['coordinates'][] = rings.filter((ring) => signedArea(ring) < 0).map((shell) => [shell]);
  for (const hole of rings.filter((ring) => signedArea(ring) >= 0)) {
    const around = parts.find(([shell]) => hole.some((position) => ringHolds(shell, position)));
    if (around) around.push(hole);
    else parts.push([hole]);
  }
  return { type: 'MultiPolygon', coordinates: parts };
}
