/**
 * A reproducible random number: equal keys give equal numbers, on every machine and in any order.
 *
 * @returns a number from 0 up to but not including 1
 */
export function randomFrom(...keys: number[]): number {
  let hash = 0x9e3779b9;
  for (const key of keys) {
    hash = Math.imul(hash ^ (key | 0), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13) ^ Math.floor(key / 2 ** 32), 0xc2b2ae35);
    hash ^= hash >>> 16;
  }
  return (hash >>> 0) / 2 ** 32;
}

/** A sequence of reproducible random numbers. */
export interface RandomSequence {
  /** A number, uniform from `low` to `high`. */
  between(low: number, high: number): number;
  /** True with probability `p`. */
  happens(p: number): boolean;
}

/** A random sequence. Equal keys give equal sequences. */
export function randomSequence(...keys: number[]): RandomSequence {
  let draws = 0;
  const next = () => randomFrom(...keys, ++draws);
  return {
    between: (low, high) => low + (high - low) * next(),
    happens: (p) => next() < p,
  };
}
