import { borrow, handOver, unpackGroups } from '@severe/kernels';
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
    if (bits === 0) return { kind: 'constant', value: Scaling.read(section5).offset }; // R / 10^D, without a payload
    if (bits > 32) throw new Grib2Error('unsupported', `values of ${bits} bits; at most 32 are read`);

    const needed = Math.ceil((count * bits) / 8);
    if (payload.length < needed) {
      const found = `section 7 has ${payload.length} bytes of data`;
      throw new Grib2Error('truncated', `${found}, ${count} values of ${bits} bits need ${needed}`);
    }
    const bias = bits === 32 ? wordBias : 0;
    return {
      kind: 'codes',
      scaling: Scaling.read(section5, bias),
      codes: () => ({
        packed: bits < 32 ? unpack(payload.subarray(0, needed), bits, count) : unpackWords(payload, count),
      }),
    };
  },
};

/** Unpacks as one group of complex packing, for which there is a kernel. */
function unpack(data: Uint8Array, bits: number, count: number): Int32Array {
  const space = borrow(4 * count + data.length);
  const [references, widths, lengths] = [0, bits, count].map((only) => Int32Array.of(only));
  return handOver(space, unpackGroups(space, { references, widths, lengths, data }, count));
}

/** Subtracted from unsigned 32-bit numbers, so that they fit signed ones. */
const wordBias = 2 ** 31;

function unpackWords(payload: Uint8Array, count: number): Int32Array {
  const packed = new Int32Array(count);
  readBits(payload, 0, 32, packed, wordBias);
  return packed;
}
