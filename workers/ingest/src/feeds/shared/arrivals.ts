/** How many arrivals are remembered: half an hour of radar. */
const remembered = 15;
/** How much earlier the next file is looked for when one was there at the first listing, for the first time. */
const firstLeadMs = 2_000;
/** An arrival tells when its file came, if the listing before it was not longer ago. */
const preciseMs = 15_000;
/** Shortest interval of listings while a file is expected: less than the five seconds after which feeds run again. */
const againMs = 4_000;
/** Interval of listings while a file is missing for longer than its cadence. */
const missingMs = 20_000;

/**
 * Learns how long after its time a file of a series appears, so that its folder is listed when the next one is due, and not
 * many times before. Until it has learned, and at least once in the cadence, it is always due. A file that is there at the first listing
 * may have waited: the next one is listed earlier, until a listing comes before its file.
 */
export class Arrivals {
  readonly #everyMs: number;
  /** Times from the valid time of a file until the last listing without it, oldest first. */
  readonly #delaysMs: number[] = [];
  #leadMs = 0;
  #newestMs: number | undefined;
  #listedMs = Number.NEGATIVE_INFINITY;

  constructor(everyMs: number) {
    this.#everyMs = everyMs;
  }

  /** Whether the folder is to be listed at a time. */
  isDue(now: Date): boolean {
    const at = now.getTime();
    if (this.#newestMs === undefined || this.#delaysMs.length === 0) return true;
    const expectedMs = this.#newestMs + this.#everyMs + Math.min(...this.#delaysMs) - this.#leadMs;
    const sinceListedMs = at - this.#listedMs;
    if (at > expectedMs + this.#everyMs) return sinceListedMs >= missingMs;
    return at >= expectedMs ? sinceListedMs >= againMs : sinceListedMs >= this.#everyMs;
  }

  /** Takes note of a listing. @param newest time of its newest file */
  listed(now: Date, newest: Date | undefined): void {
    const at = now.getTime();
    if (newest && (this.#newestMs === undefined || newest.getTime() > this.#newestMs)) {
      if (at - this.#listedMs <= preciseMs) {
        this.#delaysMs.push(this.#listedMs - newest.getTime());
        this.#leadMs = 0;
      } else this.#leadMs = Math.min(2 * this.#leadMs || firstLeadMs, this.#everyMs / 2);
      if (this.#delaysMs.length > remembered) this.#delaysMs.shift();
      this.#newestMs = newest.getTime();
    }
    this.#listedMs = at;
  }
}
