import { signedArea, type Area } from '@severe/geo';

/** The size of an area in square degrees. */
export function squareDegrees({ type, coordinates }: Area): number {
  const polygons = type === 'Polygon' ? [coordinates] : coordinates;
  return polygons.flat().reduce((sum, ring) => sum + signedArea(ring) / 2, 0);
}
