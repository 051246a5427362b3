import { NexradError } from './error.ts';

/**
 * Limits the total size of the arrays of one file. Each array has its own limit, but a file can declare many large
 * arrays with few bytes.
 */
export class Budget {
  readonly #most: number;
  #used = 0;

  /** @param most bytes */
  constructor(most: number) {
    this.#most = most;
  }

  /** @throws {NexradError} `too-large` if the total exceeds the limit */
  take(bytes: number): void {
    this.#used += bytes;
    if (this.#used <= this.#most) return;
    throw new NexradError('too-large', `the gates need ${this.#used} bytes and more, at most ${this.#most} are given`);
  }
}
