import { encodeGrib2, mrmsGrid, mrmsOrigin } from '@severe/grib2/write';
import { gzipSync } from 'node:zlib';
import type { Mosaic } from './products.ts';
import { validTimeOf } from './schedule.ts';
import { tenths, type MosaicRenderer } from './renderer.ts';

/** The altitude above mean sea level, table 4.5, in the name of a folder: `VIL_00.50` is of 500 m. */
function altitudeOf({ folder }: Mosaic): { type: number; value: number } {
  return { type: 102, value: 1000 * Number(folder.slice(folder.lastIndexOf('_') + 1)) };
}

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
      surface: altitudeOf(product),
    },
    values: { codes: renderer.draw(product, scan), reference: product.outside * tenths, decimalScale: 1 },
    packing: { template: '5.41', bits: 16 },
  });
  return gzipSync(message, { level: 1 });
}
