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
/** Interval of listings while a file is missing for longer than its cadence, and than `soonMs`. */
const missingMs = 20_000;
const soonMs = 60_000;

/** A file that a listing names. */
export interface ListedFile {
  validAt: Date;
  /** When it was stored, by the clock of the provider. */
  storedAt?: Date | undefined;
}

/** When a file came. */
interface Arrival {
  validMs: number;
  atMs: number;
}

/**
 * Learns when the files of a series appear, so that its folder is listed when the next one is due, and not many times before: from what
 * listings say of their files, whose clock may be another, and from when files were seen. Until it has learned, and at least once in the
 * cadence, it is always due. A file that is there at the first listing may have waited: the next one is listed earlier, until a listing
 * comes before its file.
 */
export class Arrivals {
  readonly #everyMs: number;
  /** The last listings without files that came then, oldest first. */
  readonly #seen: Arrival[] = [];
  /** When the provider says that it has stored the listed files. */
  #told: Arrival[] = [];
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
    const expectedMs = this.#expectedMs();
    if (expectedMs === undefined) return true;
    const at = now.getTime();
    const sinceListedMs = at - this.#listedMs;
    if (at > expectedMs + Math.max(this.#everyMs, soonMs)) return sinceListedMs >= missingMs;
    return at >= expectedMs ? sinceListedMs >= againMs : sinceListedMs >= this.#everyMs;
  }

  /** Takes note of a listing. @param files newest first */
  listed(now: Date, files: readonly ListedFile[]): void {
    const at = now.getTime();
    const newestMs = files[0]?.validAt.getTime();
    if (newestMs !== undefined && (this.#newestMs === undefined || newestMs > this.#newestMs)) {
      if (at - this.#listedMs <= preciseMs) {
        this.#seen.push({ validMs: newestMs, atMs: this.#cameBetween(this.#listedMs, at, files[0]) });
        this.#leadMs = 0;
      } else this.#leadMs = Math.min(2 * this.#leadMs || firstLeadMs, this.#everyMs / 2);
      if (this.#seen.length > remembered) this.#seen.shift();
      this.#newestMs = newestMs;
      this.#told = files.flatMap((file) => toldBy(file, this.#everyMs));
    }
    this.#listedMs = at;
  }

  /** The earliest time of the next file, as if it came as one of those before: valid times are some seconds off their cadence. */
  #expectedMs(): number | undefined {
    if (this.#newestMs === undefined) return undefined;
    const nextMs = this.#newestMs + this.#everyMs;
    const likeThat = ({ validMs, atMs }: Arrival): number =>
      atMs + this.#everyMs * Math.round((nextMs - validMs) / this.#everyMs);
    const times = [...this.#seen.map(likeThat), ...this.#told.map((told) => likeThat(told) - this.#aheadMs)];
    return times.length > 0 ? Math.min(...times) - this.#leadMs : undefined;
  }

  /** When a file came between two listings, at the earliest; learns from it how the clock of the provider goes. */
  #cameBetween(afterMs: number, beforeMs: number, { storedAt }: ListedFile): number {
    if (!storedAt) return afterMs;
    const storedMs = storedAt.getTime();
    this.#aheadMs = storedMs - Math.min(Math.max(storedMs, afterMs), beforeMs);
    return this.#aheadMs === 0 ? storedMs : afterMs;
  }
}

/** None for a time that cannot be that of its arrival: before the valid time, or many files later. */
function toldBy({ validAt, storedAt }: ListedFile, everyMs: number): Arrival[] {
  const [validMs, atMs] = [validAt.getTime(), storedAt?.getTime() ?? Number.NaN];
  return atMs >= validMs && atMs - validMs <= mostCadences * everyMs ? [{ validMs, atMs }] : [];
}
