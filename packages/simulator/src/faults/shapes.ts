import { documentFault, isObject } from './documents.ts';
import type { Fault } from './fault.ts';

type Position = number[];
type Ring = Position[];
/** A geometry of GeoJSON. */
interface Geometry {
  type: string;
  coordinates: unknown;
}

/** Vertices of a ring that no provider draws. */
const manyVertices = 200_000;

/** Applies a change to every geometry in a document. @returns whether any has been changed */
function alterGeometries(value: unknown, alter: (geometry: Geometry) => boolean): boolean {
  let changed = false;
  if (Array.isArray(value)) {
    for (const each of value) changed = alterGeometries(each, alter) || changed;
    return changed;
  }
  if (!isObject(value)) return false;
  if (typeof value.type === 'string' && Array.isArray(value.coordinates)) return alter(value as unknown as Geometry);
  for (const each of Object.values(value)) changed = alterGeometries(each, alter) || changed;
  return changed;
}

/** A fault of the polygons of a document. @param alter changes the rings of one polygon */
function ringFault(id: string, about: string, alter: (rings: Ring[]) => void): Fault {
  return documentFault(id, about, (document) =>
    alterGeometries(document, ({ type, coordinates }) => {
      if (type === 'Polygon') alter(coordinates as Ring[]);
      else if (type === 'MultiPolygon') for (const rings of coordinates as Ring[][]) alter(rings);
      return type === 'Polygon' || type === 'MultiPolygon';
    }),
  );
}

/** Applies a change to every position. */
function mapPositions(coordinates: unknown, change: (position: Position) => unknown): unknown {
  const list = coordinates as unknown[];
  return typeof list[0] === 'number' ? change(list as Position) : list.map((each) => mapPositions(each, change));
}

/** A fault of all positions of a document. */
function positionFault(id: string, about: string, change: (position: Position) => unknown): Fault {
  return documentFault(id, about, (document) =>
    alterGeometries(document, (geometry) => {
      geometry.coordinates = mapPositions(geometry.coordinates, change);
      return true;
    }),
  );
}

/** Faults of the geometries in a document. */
export const shapeFaults: Fault[] = [
  positionFault('nan-coordinates', 'NaN as coordinates', () => [Number.NaN, Number.NaN]),
  positionFault('null-coordinates', 'null as coordinates', () => [null, null]),
  ringFault('unclosed-ring', 'rings without their last point', (rings) => {
    for (const ring of rings) ring.pop();
  }),
  ringFault('bow-tie', 'rings that cross themselves', (rings) => {
    for (const ring of rings) if (ring.length > 4) [ring[1], ring[2]] = [ring[2], ring[1]];
  }),
  ringFault('hole-outside', 'a hole outside of its polygon', (rings) => {
    rings.push([[-60, 60], [-59, 60], [-59, 61], [-60, 60]]); // prettier-ignore
  }),
  documentFault('many-vertices', `a polygon of ${manyVertices} vertices`, (document) => {
    let isDone = false;
    return alterGeometries(document, ({ type, coordinates }) => {
      if (isDone || !type.endsWith('Polygon')) return false;
      const rings = type === 'Polygon' ? (coordinates as Ring[]) : (coordinates as Ring[][])[0];
      rings[0] = withMany(rings[0]);
      return (isDone = true);
    });
  }),
  ringFault('antimeridian', 'polygons across the antimeridian', (rings) => {
    const shift = 180 - rings[0][0][0];
    for (const ring of rings) for (const position of ring) position[0] += shift;
  }),
  ringFault('pole', 'polygons over a pole', (rings) => {
    const shift = 90 - rings[0][0][1];
    for (const ring of rings) for (const position of ring) position[1] += shift;
  }),
];

/** The ring with further vertices between its first two. */
function withMany(ring: Ring): Ring {
  const [[lon, lat], next] = ring;
  const added = manyVertices - ring.length;
  const between = Array.from({ length: added }, (_, i) => {
    const part = (i + 1) / (added + 1);
    return [lon + part * (next[0] - lon), lat + part * (next[1] - lat)];
  });
  return [ring[0], ...between, ...ring.slice(1)];
}
