import type { RasterProduct } from '@severe/catalogue';
import { contains } from '@severe/geo';
import { shape } from '@severe/http';
import type { Reading } from '@severe/raster/values';

/** The value at a place, or why there is none. */
export interface Sample {
  value: number | null;
  status: 'ok' | 'below_threshold' | 'no_data' | 'outside';
}

/** The fields of a sample in responses. */
export const sampleShape = {
  value: shape.nullable(shape.number()),
  status: shape.oneOf(['ok', 'below_threshold', 'no_data', 'outside'], {
    about: '`ok`, or the reason for a null value: below the threshold, no data, or outside the grid.',
  }),
};

export const outside: Sample = { value: null, status: 'outside' };
/** There is no frame yet, which does not mean that there is no weather. */
export const noFrameYet: Sample = { value: null, status: 'no_data' };

const statuses = { nothing: 'below_threshold', missing: 'no_data', outside: 'outside' } as const;

/** Interprets a reading of a product's values. */
export function sampleOf({ threshold = -Infinity }: RasterProduct, { status, value }: Reading): Sample {
  if (status !== 'ok') return { value: null, status: statuses[status] };
  if (value < threshold) return { value: null, status: 'below_threshold' };
  return { value: Number(value.toPrecision(7)), status: 'ok' }; // hides errors of binary fractions, such as 0.1 × 3
}

export function isWithin({ bounds }: RasterProduct, lon: number, lat: number): boolean {
  return contains(bounds, lon, lat);
}

/** Five decimals of a degree: about a metre. */
export function roundedDegrees(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5;
}
