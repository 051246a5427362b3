import type { GribRecord, HrrrSource, RasterProduct } from '../product.ts';

/** Common properties of HRRR fields: an hourly Lambert grid of 3 km over the contiguous states. */
export const modelField = {
  family: 'hrrr',
  everySeconds: 3600,
  bounds: [-134.1, 21.1, -60.9, 52.6],
  nothing: [],
  missing: [],
  maxPrerenderedZoom: 7,
  minSmoothZoom: 6,
  reduce: 'mean',
} satisfies Partial<RasterProduct>;

/** A source with one record of the file. */
export function record(
  parameter: string,
  level: string,
  more: { over?: GribRecord['over']; scale?: number; offset?: number; fileUnits?: string; constant?: boolean } = {},
): HrrrSource {
  const { over = 'instant', ...rest } = more;
  return { feed: 'hrrr', records: [{ parameter, level, over, made: 'model' }], derive: 'single', ...rest };
}

/** A source with the speed or direction of a vector; its two component records are relative to the grid. */
export function vector(
  [u, v]: [u: string, v: string],
  level: string,
  derive: 'magnitude' | 'direction-from',
  step: number,
): HrrrSource {
  const component = (parameter: string): GribRecord => ({ parameter, level, over: 'instant', made: 'model' });
  return { feed: 'hrrr', records: [component(u), component(v)], derive, step };
}
