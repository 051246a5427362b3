/** Integers with their scaling: value = (reference + code * 2^binaryScale) / 10^decimalScale. */
export interface Codes {
  /** Not negative, in stored (scan) order. */
  codes: Uint8Array | Uint16Array | Uint32Array;
  /** Stored as a 32-bit float; `Math.fround(reference)` must equal it. */
  reference: number;
  binaryScale?: number;
  decimalScale?: number;
}

/**
 * Converts values to codes at a resolution of 2^binaryScale / 10^decimalScale. The error of a value is at most half of it
 * (plus the rounding of the 32-bit reference).
 *
 * @throws {RangeError} if a value is not finite or the range needs more than 31 bits
 */
export function quantize(values: ArrayLike<number>, scales: { binaryScale?: number; decimalScale?: number }): Codes {
  const { binaryScale = 0, decimalScale = 0 } = scales;
  const decimal = 10 ** decimalScale;
  const [min, max] = range(values);
  const reference = floatAtMost(min * decimal);
  const perUnit = decimal / 2 ** binaryScale;
  const base = reference / 2 ** binaryScale;
  if (!(max * perUnit - base < 2 ** 31)) {
    throw new RangeError(`values from ${min} to ${max} in steps of ${1 / perUnit} need more than 31 bits`);
  }

  const codes = new Uint32Array(values.length);
  for (let i = 0; i < codes.length; i++) codes[i] = Math.round(values[i] * perUnit - base);
  return { codes, reference, binaryScale, decimalScale };
}

function range(values: ArrayLike<number>): [number, number] {
  let min = Infinity;
  let max = -Infinity;
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (!Number.isFinite(value)) throw new RangeError(`value ${i} is ${value}; give missing points by a bitmap`);
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return values.length > 0 ? [min, max] : [0, 0];
}

/** The largest 32-bit float that is not above `value`, so that codes are not negative. */
function floatAtMost(value: number): number {
  const float = Math.fround(value);
  if (float <= value) return float;
  const bits = new Int32Array(Float32Array.of(float).buffer);
  if (float === 0) return -1.401298464324817e-45; // below zero the next float is the smallest negative one
  bits[0] += float > 0 ? -1 : 1;
  return new Float32Array(bits.buffer)[0];
}
