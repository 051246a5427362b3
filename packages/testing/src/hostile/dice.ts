import { seeded } from '../seeded.ts';

/** Seeded random choices. */
export class Dice {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = seeded(seed);
  }

  /** A whole number in [0, most). */
  below(most: number): number {
    return Math.floor(this.#next() * most);
  }

  oneOf<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)];
  }

  /** True with a probability of 1 in `times`. */
  once(times: number): boolean {
    return this.below(times) === 0;
  }

  octets(count: number): Uint8Array {
    return Uint8Array.from({ length: count }, () => this.below(256));
  }
}
