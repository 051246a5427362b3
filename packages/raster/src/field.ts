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
 * The physical value is `offset + packed * scale`, in the product's units. `absent` lists the packed codes without a value;
 * they are never compared, averaged or interpolated with values. On a map row 0 is northmost and column 0 westmost,
 * whatever the scan order of the file.
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

/** A packed code without a value: `nothing` was detected, or the cell is `missing` from the observation. */
export interface Absent {
  code: number;
  means: 'nothing' | 'missing';
}
