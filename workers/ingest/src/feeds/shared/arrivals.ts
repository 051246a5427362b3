/** How many arrivals are remembered: half an hour of radar. */
const remembered = 15;
/** How much earlier the next file is looked for when one was there at the first listing, for the first time. */
const firstLeadMs = 2_000;
/** An arrival tells when its file came, if the listing before it was not longer ago. */
const preciseMs = 15_000;
/** Shortest interval of listings while a file is expected: less than the five seconds after which feeds run again. */
const againMs = 4_000;
/** Cadences after which a file has not just come: its folder was filled later. */
const mostCadences = 10;
/** Interval of listings while a file is missing for longer than its cadence. */
const missingMs = 20_000;

/** A file that a listing names. */
export interface Arrival {
  validAt: Date;
  /** When it was stored, by the clock of the provider. */
  storedAt?: Date | undefined;
}

/**
 * Learns how long after its time a file of a series appears, so that its folder is listed when the next one is due, and not
 * many times before: from what listings say of its files, whose clock may be another, and from when files were seen.
 * Until it has learned, and at least once in the cadence, it is always due. A file that is there at the first listing may have waited: the
 * next one is listed earlier, until a listing comes before its file.
 */
export class Arrivals {
  readonly #everyMs: number;
  /** Times from the valid time of a file until the last listing without it, oldest first. */
  readonly #delaysMs: number[] = [];
  /** Times from valid times until the provider says that it has stored the files. */
  #toldMs: number[] = [];
  /** By how much the clock of the provider is ahead, at least. */
  #aheadMs = 0;
  #leadMs = 0;
  #newestMs: number | undefined;
  #listedMs = Number.NEGATIVE_INFINITY;

  constructor(everyMs: number) {
    this.#everyMs = everyMs;
  }

  /** Whether the folder is to be listed at a time. */
  isDue(now: Date): boolean {
    const at = now.getTime();
    const delaysMs = [...this.#delaysMs, ...this.#toldMs.map((ms) => ms - this.#aheadMs)];
    if (this.#newestMs === undefined || delaysMs.length === 0) return true;
    const expectedMs = this.#newestMs + this.#everyMs + Math.min(...delaysMs) - this.#leadMs;
    const sinceListedMs = at - this.#listedMs;
    if (at > expectedMs + this.#everyMs) return sinceListedMs >= missingMs;
    return at >= expectedMs ? sinceListedMs >= againMs : sinceListedMs >= this.#everyMs;
  }

  /** Takes note of a listing. @param files newest first */
  listed(now: Date, files: readonly Arrival[]): void {
    const at = now.getTime();
    const newestMs = files[0]?.validAt.getTime();
    if (newestMs !== undefined && (this.#newestMs === undefined || newestMs > this.#newestMs)) {
      if (at - this.#listedMs <= preciseMs) {
        this.#delaysMs.push(this.#listedMs - newestMs);
        this.#noteClock(files[0], this.#listedMs, at);
        this.#leadMs = 0;
      } else this.#leadMs = Math.min(2 * this.#leadMs || firstLeadMs, this.#everyMs / 2);
      if (this.#delaysMs.length > remembered) this.#delaysMs.shift();
      this.#newestMs = newestMs;
      this.#toldMs = files.flatMap((file) => delayOf(file, this.#everyMs));
    }
    this.#listedMs = at;
  }

  /** Learns from a file that came between two listings. */
  #noteClock(file: Arrival, afterMs: number, beforeMs: number): void {
    const storedMs = file.storedAt?.getTime();
    if (storedMs !== undefined) this.#aheadMs = storedMs - Math.min(Math.max(storedMs, afterMs), beforeMs);
  }
}

/** None for a time that cannot be that of its arrival: before the valid time, or many files later. */
function delayOf({ validAt, storedAt }: Arrival, everyMs: number): number[] {
  const delayMs = (storedAt?.getTime() ?? Number.NaN) - validAt.getTime();
  return delayMs >= 0 && delayMs <= mostCadences * everyMs ? [delayMs] : [];
}
