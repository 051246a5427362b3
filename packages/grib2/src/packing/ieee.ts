import { Grib2Error } from '../error.ts';
import type { Packing } from './packing.ts';

/** Octets per number, by table 5.7. */
const octetsOfPrecision: Record<number, 4 | 8> = { 1: 4, 2: 8 };

/**
 * IEEE floating-point numbers of 32 or 64 bits, big-endian.
 *
 * @see WMO-No. 306, Manual on Codes, Volume I.2, templates 5.4 and 7.4
 */
export const ieee: Packing = {
  open(section5, payload, count) {
    const octets = octetsOfPrecision[section5.u8(12)];
    if (!octets) throw new Grib2Error('unsupported', `floats of precision ${section5.u8(12)} (table 5.7) are not read`);
    const needed = count * octets;
    if (payload.length < needed) {
      const found = `section 7 has ${payload.length} bytes of data`;
      throw new Grib2Error('truncated', `${found}, ${count} floats of ${octets} bytes need ${needed}`);
    }
    const view = new DataView(payload.buffer, payload.byteOffset, needed);
    return { kind: 'floats', floats: () => (octets === 4 ? readSingles(view, count) : readDoubles(view, count)) };
  },
};

function readSingles(view: DataView, count: number): Float32Array {
  const values = new Float32Array(count);
  for (let i = 0; i < count; i++) values[i] = view.getFloat32(i * 4);
  return values;
}

function readDoubles(view: DataView, count: number): Float64Array {
  const values = new Float64Array(count);
  for (let i = 0; i < count; i++) values[i] = view.getFloat64(i * 8);
  return values;
}
