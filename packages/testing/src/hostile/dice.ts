import { seeded } from '../seeded.ts';

/** Chance that follows from a seed. */
export class Dice {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = seeded(seed);
  }

  /** A whole number from 0 up to, not including, `most`. */
  below(most: number): number {
    return Math.floor(this.#next() * most);
  }

  oneOf<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)];
  }

  /** Whether something happens that happens once in `times`. */
  once(times: number): boolean {
    return this.below(times) === 0;
  }

  octets(count: number): Uint8Array {
    return Uint8Array.from({ length: count }, () => this.below(256));
  }
}
