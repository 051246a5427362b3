import { Grib2Error } from '../error.ts';
import { Scaling } from '../scaling.ts';
import type { Section } from '../section.ts';
import { missingValue } from '../codes.ts';
import { readBits } from './bits.ts';
import type { Packing } from './packing.ts';

/** Section 5 of template 5.200. */
interface Levels {
  bits: number;
  /** The highest level; greater numbers are digits of run lengths. */
  highest: number;
  /** The value of each level, from level 1; level 0 is missing. */
  values: Int32Array;
}

/**
 * Run-length packing: a level, then the digits of the number of its repetitions, lowest first.
 *
 * @see WMO-No. 306, Manual on Codes, Volume I.2, templates 5.200 and 7.200
 */
export const runLength: Packing = {
  open(section5, payload, count) {
    const levels = readLevels(section5);
    const scaling = new Scaling(0, 0, section5.s8(17));
    return {
      kind: 'codes',
      scaling,
      codes() {
        const numbers = new Int32Array(Math.min(Math.floor((payload.length * 8) / levels.bits), count * 32));
        readBits(payload, 0, levels.bits, numbers);
        const packed = new Int32Array(count);
        unpackRuns(numbers, levels, packed);
        return { packed, missingCode: missingValue };
      },
    };
  },
};

function readLevels(section5: Section): Levels {
  const [bits, highest, count] = [section5.u8(12), section5.u16(13), section5.u16(15)];
  if (bits < 1 || bits > 16) {
    throw new Grib2Error('unsupported', `levels of ${bits} bits; from 1 to 16 are read`);
  }
  if (highest > count || highest > 2 ** bits - 1) {
    const found = `level ${highest} is used`;
    throw new Grib2Error('damaged', `${found}, where ${count} have a value and ${bits} bits hold a level`);
  }
  return { bits, highest, values: Int32Array.from({ length: count }, (_, i) => section5.u16(18 + i * 2)) };
}

function unpackRuns(numbers: Int32Array, { bits, highest, values }: Levels, into: Int32Array): void {
  const base = 2 ** bits - 1 - highest;
  let next = 0;
  let at = 0;
  while (next < into.length && at < numbers.length) {
    const level = numbers[at++];
    if (level > highest) throw new Grib2Error('damaged', `a run begins with ${level}; levels go up to ${highest}`);
    let run = 1;
    for (let unit = 1; at < numbers.length && numbers[at] > highest; at++, unit *= base) {
      run += (numbers[at] - highest - 1) * unit;
      if (run > into.length - next) {
        throw new Grib2Error('damaged', `a run of at least ${run} values where ${into.length - next} are left`);
      }
    }
    into.fill(level === 0 ? missingValue : values[level - 1], next, next + run);
    next += run;
  }
  if (next < into.length) throw new Grib2Error('truncated', `runs of ${next} values, ${into.length} are needed`);
}
