import { Grib2Error } from '../error.ts';
import { Scaling } from '../scaling.ts';
import { readBits } from './bits.ts';
import type { Packing } from './packing.ts';

/**
 * Simple packing: `count` unsigned integers, big-endian, unpadded.
 *
 * @see WMO-No. 306, Manual on Codes, Volume I.2, templates 5.0 and 7.0
 */
export const simple: Packing = {
  open(section5, payload, count) {
    const bits = section5.u8(20);
    if (bits === 0) return { kind: 'constant', value: Scaling.read(section5).offset }; // R / 10^D: nothing is packed
    if (bits > 32) throw new Grib2Error('unsupported', `values of ${bits} bits; at most 32 are read`);

    const needed = Math.ceil((count * bits) / 8);
    if (payload.length < needed) {
      const found = `section 7 has ${payload.length} bytes of data`;
      throw new Grib2Error('truncated', `${found}, ${count} values of ${bits} bits need ${needed}`);
    }
    const bias = bits === 32 ? 2 ** 31 : 0;
    return {
      kind: 'codes',
      scaling: Scaling.read(section5, bias),
      codes() {
        const packed = new Int32Array(count);
        readBits(payload, 0, bits, packed, bias);
        return { packed };
      },
    };
  },
};
