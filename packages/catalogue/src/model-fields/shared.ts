import type { GribRecord, ModelSource, RasterProduct } from '../product.ts';

/** A field of any model. Levels have the names of HRRR. */
export type ModelField = Omit<RasterProduct, 'family' | 'bounds'> & { source: ModelSource };

/** Common properties of the fields: an hourly Lambert grid of 3 km over the contiguous states. */
export const modelField = {
  everySeconds: 3600,
  nothing: [],
  missing: [],
  maxPrerenderedZoom: 7,
  minSmoothZoom: 6,
  reduce: 'mean',
} satisfies Partial<ModelField>;

/** A source with one record of the file. */
export function record(
  parameter: string,
  level: string,
  more: { over?: GribRecord['over']; scale?: number; offset?: number; fileUnits?: string; constant?: boolean } = {},
): ModelSource {
  const { over = 'instant', ...rest } = more;
  return { feed: 'model', records: [{ parameter, level, over, made: 'model' }], derive: 'single', ...rest };
}

/** A source with the speed or direction of a vector; its two component records are relative to the grid. */
export function vector(
  [u, v]: [u: string, v: string],
  level: string,
  derive: 'magnitude' | 'direction-from',
  step: number,
): ModelSource {
  const component = (parameter: string): GribRecord => ({ parameter, level, over: 'instant', made: 'model' });
  return { feed: 'model', records: [component(u), component(v)], derive, step };
}
