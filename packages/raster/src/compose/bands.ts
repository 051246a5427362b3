import { DataError } from '@severe/base';
import type { Field } from '../field.ts';

/** Fields on one grid, by band. */
export type Bands = Record<string, Field>;

/**
 * The field of a band in 16 bits.
 *
 * @throws {DataError} `compose` if it is absent, or of another size than the first
 */
export function bandOf(bands: Bands, name: string): Field & { packed: Uint16Array } {
  const field = bands[name];
  const [first] = Object.values(bands);
  if (!field || !(field.packed instanceof Uint16Array))
    throw new DataError('compose', `band ${name} is not in 16 bits`);
  if (field.width !== first.width || field.height !== first.height) {
    throw new DataError(
      'compose',
      `band ${name} has ${field.width} × ${field.height} cells, not ${first.width} × ${first.height}`,
    );
  }
  return field as Field & { packed: Uint16Array };
}

/** The value of each code; NaN for absent codes. */
export function valueTable({ scale, offset, absent }: Field): Float32Array {
  const table = Float32Array.from({ length: 0x10000 }, (_, code) => offset + code * scale);
  for (const { code } of absent) table[code] = NaN;
  return table;
}
