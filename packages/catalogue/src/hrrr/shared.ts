import type { HrrrRecord, HrrrSource, RasterProduct } from '../product.ts';

/** Common properties of HRRR fields: a hourly Lambert grid of 3 km over the contiguous states. */
export const modelField = {
  family: 'hrrr',
  everySeconds: 3600,
  bounds: [-134.1, 21.1, -60.9, 52.6],
  nothing: [],
  missing: [],
  maxPrerenderedZoom: 7,
  reduce: 'mean',
} satisfies Partial<RasterProduct>;

/** A field from one record of the file. */
export function record(
  parameter: string,
  level: string,
  more: { over?: HrrrRecord['over']; scale?: number; offset?: number; constant?: boolean } = {},
): HrrrSource {
  const { over = 'instant', ...rest } = more;
  return { feed: 'hrrr', records: [{ parameter, level, over }], derive: 'single', ...rest };
}

/** The speed, or the direction it comes from, of a vector whose components are two records relative to the grid. */
export function vector(
  [u, v]: [u: string, v: string],
  level: string,
  derive: 'magnitude' | 'direction-from',
  step: number,
): HrrrSource {
  const component = (parameter: string): HrrrRecord => ({ parameter, level, over: 'instant' });
  return { feed: 'hrrr', records: [component(u), component(v)], derive, step };
}
