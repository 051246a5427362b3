/**
 * Chance that can be asked again: the same keys always give the same number, on every machine and in any order.
 *
 * @returns a number from 0 up to but not including 1
 */
export function chance(...keys: number[]): number {
  let hash = 0x9e3779b9;
  for (const key of keys) {
    hash = Math.imul(hash ^ (key | 0), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13) ^ Math.floor(key / 2 ** 32), 0xc2b2ae35);
    hash ^= hash >>> 16;
  }
  return (hash >>> 0) / 2 ** 32;
}

/** Draws one number after another from a single seed. */
export interface Dice {
  /** Uniform from `low` to `high`. */
  between(low: number, high: number): number;
  /** True with probability `p`. */
  happens(p: number): boolean;
}

/** Dice that fall the same way for the same keys. */
export function dice(...keys: number[]): Dice {
  let draws = 0;
  const next = () => chance(...keys, ++draws);
  return {
    between: (low, high) => low + (high - low) * next(),
    happens: (p) => next() < p,
  };
}
