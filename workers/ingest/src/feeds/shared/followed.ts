import { Arrivals, type ListedFile } from './arrivals.ts';

/**
 * Wait before a file that could not be read is tried again: it may have been listed before it was whole. It doubles each time, to
 * the cadence: what is broken may have 50 MB.
 */
const firstRetryMs = 20_000;

/** A folder of a bucket, and when it is listed again. */
export class Followed {
  readonly #arrivals: Arrivals;
  /** Whether a listing has not led to its end: files wait for room, or the provider failed. */
  #isOpen = true;
  readonly #everyMs: number;
  /** Time at which a refused file is tried again. */
  #retryAt = Infinity;
  #retryMs = 0;

  /** @param everyMs cadence of its files */
  constructor(everyMs: number) {
    this.#everyMs = everyMs;
    this.#arrivals = new Arrivals(everyMs);
  }

  /** Whether the folder is to be listed at a time. */
  isDue(now: Date): boolean {
    return this.#isOpen || now.getTime() >= this.#retryAt || this.#arrivals.isDue(now);
  }

  /** Before a listing: it stays due until `finished`. */
  begun(): void {
    this.#isOpen = true;
  }

  /** Takes note of a listing. @param files newest first */
  listed(now: Date, files: readonly ListedFile[]): void {
    this.#arrivals.listed(now, files);
  }

  /** After a listing. @param left whether files of it wait for room, and whether one was refused */
  finished(now: Date, { waits, isRefused }: { waits: boolean; isRefused: boolean }): void {
    this.#isOpen = waits;
    this.#retryMs = isRefused ? Math.min(2 * this.#retryMs || firstRetryMs, this.#everyMs) : 0;
    this.#retryAt = isRefused ? now.getTime() + this.#retryMs : Infinity;
  }
}
