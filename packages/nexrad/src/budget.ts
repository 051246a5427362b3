import { NexradError } from './error.ts';

/**
 * What one file may still have allocated for its gates. Each array is bounded by itself, but a file can declare many large
 * arrays with few bytes, so their sum is bounded too.
 */
export class Budget {
  private readonly most: number;
  private used = 0;

  /** @param most bytes */
  constructor(most: number) {
    this.most = most;
  }

  /** @throws {NexradError} `too-large` when these bytes are no longer to be had */
  take(bytes: number): void {
    this.used += bytes;
    if (this.used <= this.most) return;
    throw new NexradError('too-large', `the gates need ${this.used} bytes and more, at most ${this.most} are given`);
  }
}
