import { encodeGrib2, mrmsGrid, mrmsOrigin } from '@severe/grib2/write';
import { gzipSync } from 'node:zlib';
import type { Mosaic } from './products.ts';
import { validTimeOf } from './schedule.ts';
import { tenths, type MosaicRenderer } from './renderer.ts';

/** Altitude above mean sea level, table 4.5; all six mosaics use 500 m. */
const altitude = { type: 102, value: 500 };

/** One mosaic as the provider writes it: a single GRIB2 message with 16-bit PNG packing, gzipped. */
export function mosaicFile(renderer: MosaicRenderer, seed: number, product: Mosaic, scan: number): Uint8Array {
  const message = encodeGrib2({
    identification: { ...mrmsOrigin, referenceAt: new Date(validTimeOf(seed, scan)) },
    grid: mrmsGrid,
    product: {
      category: product.category,
      number: product.number,
      process: 8, // observation
      processIds: [0, 97],
      forecast: { unit: 0, value: 0 },
      surface: altitude,
    },
    values: { codes: renderer.draw(product, scan), reference: product.outside * tenths, decimalScale: 1 },
    packing: { template: '5.41', bits: 16 },
  });
  return gzipSync(message, { level: 1 });
}
