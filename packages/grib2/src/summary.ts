import { ownerOf, summariseLongs as longsIn, summariseShorts as shortsIn, type Summary } from '@severe/kernels';
import type { Codes } from './codes.ts';

/**
 * Minimum, maximum and sum of codes. Large fields, whose codes lie in a workspace, have kernels for this.
 *
 * @param absent codes to leave out, besides the missing code
 */
export function summarise({ packed, missingCode }: Codes, absent: number[]): Summary {
  const left = missingCode === undefined ? absent : [missingCode, ...absent];
  const space = ownerOf(packed);
  if (space && packed instanceof Uint16Array && left.length <= 2) return shortsIn(space, packed, left);
  if (space && packed instanceof Int32Array && left.length === 0) return longsIn(space, packed);
  return summariseOthers(packed, left);
}

/** Minimum, maximum and sum of floats; NaN is missing. */
export function summariseFloats(values: Float32Array | Float64Array, absent: number[]): Summary {
  return summariseOthers(values, [NaN, ...absent]);
}

/** The sum is exact for integers: 120 million codes of 26 bits stay below 2^53. */
function summariseOthers(values: Codes['packed'] | Float32Array | Float64Array, left: number[]): Summary {
  let min = Infinity;
  let max = -Infinity;
  let sum = 0;
  let present = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (left.includes(value)) continue;
    if (value < min) min = value;
    if (value > max) max = value;
    sum += value;
    present++;
  }
  return { min, max, sum, present };
}
