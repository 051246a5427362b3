import { gzipSync } from 'node:zlib';
import { encodeGrib2, mrmsOrigin, type LatLonGridInput } from '@severe/grib2/write';

/** The stored integer of a value of the composite: value = (−9990 + code) / 10. */
export const codeOf = (value: number): number => Math.round(value * 10) + 9990;

/** Category and number of a mosaic's quantity within the provider's discipline, 209. */
export interface MosaicParameter {
  category: number;
  number: number;
}

const compositeReflectivity: MosaicParameter = { category: 10, number: 0 };

/** A mosaic, gzipped, as the provider has it; `codes` in the grid's order. */
export function mosaicFile(
  grid: LatLonGridInput,
  codes: Uint16Array,
  at: Date,
  parameter: MosaicParameter = compositeReflectivity,
): Buffer {
  const message = encodeGrib2({
    identification: { ...mrmsOrigin, referenceAt: at },
    grid,
    product: {
      ...parameter,
      process: 8,
      forecast: { unit: 0, value: 0 },
      surface: { type: 102, value: 500 },
    },
    values: { codes, reference: -9990, decimalScale: 1 },
    packing: { template: '5.41' },
  });
  return gzipSync(message);
}
