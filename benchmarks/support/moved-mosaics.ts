import { isField, readFields } from '@severe/grib2';
import { encodeGrib2, mrmsGrid, mrmsOrigin } from '@severe/grib2/write';

/** Columns between two of the files: 14 degrees. */
const apart = 1400;

/**
 * Different files with the weather of one: a mosaic, and the same one moved east by 14, 28 … degrees, so that a warm process
 * finds nothing in its caches that it has not read.
 *
 * @param bytes a mosaic of MRMS (GRIB2, packing 5.41)
 */
export function movedMosaics(bytes: Uint8Array, count: number): Uint8Array[] {
  const [field] = readFields(bytes);
  if (!isField(field)) throw field.error;
  const { width, height } = field.grid;
  const { packed, scale, offset } = field.packed();
  return Array.from({ length: count }, (_, i) => {
    if (i === 0) return bytes;
    const codes = new Uint16Array(packed.length);
    for (let row = 0; row < height; row++) {
      const line = packed.subarray(row * width, (row + 1) * width);
      codes.set(line.subarray(width - i * apart), row * width);
      codes.set(line.subarray(0, width - i * apart), row * width + i * apart);
    }
    return encodeGrib2({
      identification: { ...mrmsOrigin, referenceAt: new Date('2026-05-20T22:18:39Z') },
      grid: mrmsGrid,
      product: { category: 10, number: 0, process: 8, surface: { type: 102, value: 500 } },
      values: { codes, reference: Math.round(offset / scale), decimalScale: Math.round(-Math.log10(scale)) },
      packing: { template: '5.41' },
    });
  });
}
