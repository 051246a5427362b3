import { ownerOf, summariseLongs as longsIn, summariseShorts as shortsIn, type Summary } from '@severe/kernels';
import type { Codes } from './codes.ts';

/**
 * Minimum, maximum and sum of codes. Each kind of array has its own loop: one for all of them takes five times as long.
 *
 * @param absent codes to leave out, besides the missing code
 */
export function summarise({ packed, missingCode }: Codes, absent: number[]): Summary {
  const left = missingCode === undefined ? absent : [missingCode, ...absent];
  const space = ownerOf(packed);
  if (space && packed instanceof Uint16Array && left.length <= 2) return shortsIn(space, packed, left);
  if (space && packed instanceof Int32Array && left.length === 0) return longsIn(space, packed);
  if (left.length > 0) return left.length === 1 ? summarisePresent(packed, left[0]) : summariseOthers(packed, left);
  return packed instanceof Uint16Array ? summariseShorts(packed) : summariseLongs(packed);
}

const blockLength = 16384; // the sum of this many 16-bit codes is below 2^31

function summariseShorts(packed: Uint16Array): Summary {
  let min = packed[0] | 0;
  let max = min;
  let sum = 0;
  for (let start = 0; start < packed.length; start += blockLength) {
    const end = Math.min(start + blockLength, packed.length);
    let part = 0;
    for (let i = start; i < end; i++) {
      const code = packed[i];
      if (code < min) min = code;
      else if (code > max) max = code;
      part = (part + code) | 0;
    }
    sum += part;
  }
  return { min, max, sum, present: packed.length };
}

function summariseLongs(packed: Int32Array): Summary {
  let min = packed[0] | 0;
  let max = min;
  let sum = 0; // exact: 120 million codes of 26 bits stay below 2^53
  for (let i = 0; i < packed.length; i++) {
    const code = packed[i];
    if (code < min) min = code;
    else if (code > max) max = code;
    sum += code;
  }
  return { min, max, sum, present: packed.length };
}

function summarisePresent(packed: Codes['packed'], missingCode: number): Summary {
  let min = Infinity;
  let max = -Infinity;
  let sum = 0;
  let present = 0;
  for (let i = 0; i < packed.length; i++) {
    const code = packed[i];
    if (code === missingCode) continue;
    if (code < min) min = code;
    if (code > max) max = code;
    sum += code;
    present++;
  }
  return { min, max, sum, present };
}

function summariseOthers(packed: Codes['packed'], left: number[]): Summary {
  let min = Infinity;
  let max = -Infinity;
  let sum = 0;
  let present = 0;
  for (let i = 0; i < packed.length; i++) {
    const code = packed[i];
    if (left.includes(code)) continue;
    if (code < min) min = code;
    if (code > max) max = code;
    sum += code;
    present++;
  }
  return { min, max, sum, present };
}

/** Minimum, maximum and sum of floats; NaN is missing. */
export function summariseFloats(values: Float32Array | Float64Array, absent: number[]): Summary {
  let min = Infinity;
  let max = -Infinity;
  let sum = 0;
  let present = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (Number.isNaN(value) || absent.includes(value)) continue;
    if (value < min) min = value;
    if (value > max) max = value;
    sum += value;
    present++;
  }
  return { min, max, sum, present };
}
