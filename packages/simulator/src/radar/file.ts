import { encodeGrib2, mrmsGrid, mrmsOrigin, withHeadings, type Grib2Input } from '@severe/grib2/write';
import { gzipSync } from 'node:zlib';
import { repeating, type Repeated } from '../repeating.ts';
import type { Mosaic } from './products.ts';
import { validTimeOf } from './schedule.ts';
import { tenths, type MosaicRenderer } from './renderer.ts';

/** The altitude above mean sea level, table 4.5, in the name of a folder: `VIL_00.50` is of 500 m. */
function altitudeOf({ folder }: Mosaic): { type: number; value: number } {
  return { type: 102, value: 1000 * Number(folder.slice(folder.lastIndexOf('_') + 1)) };
}

const headingsOf = (seed: number, product: Mosaic, scan: number): Pick<Grib2Input, 'identification' | 'product'> => ({
  identification: { ...mrmsOrigin, referenceAt: new Date(validTimeOf(seed, scan)) },
  product: {
    category: product.category,
    number: product.number,
    process: 8, // observation
    processIds: [0, 97],
    forecast: { unit: 0, value: 0 },
    surface: altitudeOf(product),
  },
});

/** One mosaic as a single GRIB2 message with 16-bit PNG packing. */
function mosaicMessage(renderer: MosaicRenderer, seed: number, product: Mosaic, scan: number): Uint8Array {
  return encodeGrib2({
    ...headingsOf(seed, product, scan),
    grid: mrmsGrid,
    values: { codes: renderer.draw(product, scan), reference: product.outside * tenths, decimalScale: 1 },
    packing: { template: '5.41', bits: 16 },
  });
}

const zipped = (message: Uint8Array): Uint8Array => gzipSync(message, { level: 1 });

/** One mosaic as the provider writes it: a gzipped message. */
export function mosaicFile(renderer: MosaicRenderer, seed: number, product: Mosaic, scan: number): Uint8Array {
  return zipped(mosaicMessage(renderer, seed, product, scan));
}

/** The files of a mosaic with the values of a few scans, which are drawn once, and the time of each scan. */
export function repeatedMosaics(
  renderer: MosaicRenderer,
  seed: number,
  product: Mosaic,
  repeated: Repeated,
): (scan: number) => Uint8Array {
  const drawn = repeating(repeated, (scan) => mosaicMessage(renderer, seed, product, scan));
  return (scan) => zipped(withHeadings(drawn(scan), headingsOf(seed, product, scan)));
}
