import type { Geometry } from '@severe/projection';

export type {
  GeostationaryGeometry,
  Geometry,
  LambertGeometry,
  LatLonGeometry,
  ProjectedGeometry,
} from '@severe/projection';

/**
 * Values on a regular grid in the grid's own geometry: `packed[row * width + column]`, length width * height.
 *
 * The physical value is `offset + packed * scale`, in the product's units. `absent` lists the packed codes that mean
 * none; they are never compared with, averaged or interpolated into values. On a map row 0 is northmost and column 0
 * westmost, whatever the scan order of the file was.
 */
export interface Field {
  width: number;
  height: number;
  packed: Uint16Array | Int32Array;
  scale: number;
  offset: number;
  absent: Absent[];
  geometry: Geometry;
}

/** A packed code that is no value: `nothing` was found there, or it was `missing` from what was looked at. */
export interface Absent {
  code: number;
  means: 'nothing' | 'missing';
}
