import type { LatLonGeometry } from '@severe/projection';

/**
 * Composite reflectivity on a latitude–longitude grid: `packed[row * width + column]`, row 0 northmost. The value is
 * `offset + packed * scale`, in dBZ. Cells whose code is in `absent` have no echo or were not observed.
 */
export interface EchoGrid {
  width: number;
  height: number;
  packed: Uint16Array | Int32Array;
  scale: number;
  offset: number;
  absent: { code: number }[];
  geometry: LatLonGeometry;
}

/** Kilometres of one degree of latitude on the mean sphere. */
export const kmPerDegree = 111.195;

/** Kilometres of one degree of longitude at a latitude. */
export const kmPerDegreeLon = (lat: number): number => kmPerDegree * Math.cos((lat * Math.PI) / 180);
