import { setTimeout as sleep } from 'node:timers/promises';
import { DataError, messageOf, UpstreamError } from '@severe/base';
import { Ignored } from '../parse/parsed.ts';

/** Row counts of an import by outcome. */
export interface ImportReport {
  new: number;
  changed: number;
  unchanged: number;
  /** Rows with errors: the count and one example for each reason. */
  refused: { why: string; count: number; example: string }[];
  /** Number of valid rows that are not served, by reason. */
  ignored: Record<string, number>;
}

/** Numbers of new and changed rows in a batch. */
interface Stored {
  new: number;
  changed: number;
}

/** Stores a batch. */
type StoreRows<Row> = (rows: Row[]) => Promise<Stored>;

/** Maximum number of separate reasons, since messages that quote the input differ for each row; the rest are counted together. */
const maxReasons = 50;

/** The embedded database restarts within two seconds. */
const firstPauseMs = 1000;
const longestPauseMs = 8000;

const otherReasons = 'for other reasons';

/**
 * Stores rows in batches of one statement each, and counts them by outcome. Each batch is a transaction of its own: an
 * interrupted import can be repeated, with the same result.
 */
export class BatchImport<Row> {
  readonly #store: StoreRows<Row>;
  readonly #share: (row: Row) => number;
  readonly #signal: AbortSignal | undefined;
  readonly #refused = new Map<string, { count: number; example: string }>();
  readonly #ignored = new Map<string, number>();
  #batch: Row[] = [];
  #filled = 0;
  #counts = { new: 0, changed: 0, unchanged: 0 };

  /**
   * @param share  fraction of a batch that a row fills
   * @param signal ends the import before the next batch
   */
  constructor(store: StoreRows<Row>, share: (row: Row) => number, signal?: AbortSignal) {
    this.#store = store;
    this.#share = share;
    this.#signal = signal;
  }

  /** Adds the row that `read` returns, or counts why it is ignored or refused. `label` identifies the row in the report. */
  async add(read: () => Row | Ignored, label: () => string): Promise<void> {
    try {
      const row = read();
      if (row instanceof Ignored) {
        this.#ignored.set(row.why, (this.#ignored.get(row.why) ?? 0) + 1);
        return;
      }
      this.#batch.push(row);
      this.#filled += this.#share(row);
    } catch (error) {
      if (!(error instanceof DataError)) throw error;
      this.#refuse(messageOf(error), label().slice(0, 100));
    }
    if (this.#filled >= 1) await this.#flush();
  }

  #refuse(why: string, example: string): void {
    const counted = this.#refused.get(why);
    if (counted) counted.count++;
    else if (this.#refused.size < maxReasons || why === otherReasons) this.#refused.set(why, { count: 1, example });
    else this.#refuse(otherReasons, example);
  }

  async #flush(): Promise<void> {
    const rows = this.#batch;
    [this.#batch, this.#filled] = [[], 0];
    if (rows.length === 0) return;
    const stored = await this.#storeWithRetries(rows, firstPauseMs);
    this.#counts.new += stored.new;
    this.#counts.changed += stored.changed;
    this.#counts.unchanged += rows.length - stored.new - stored.changed;
  }

  /** If the database is slow or unavailable, retries with half the batch after twice the pause. */
  async #storeWithRetries(rows: Row[], pauseMs: number): Promise<Stored> {
    this.#signal?.throwIfAborted();
    try {
      return await this.#store(rows);
    } catch (error) {
      if (!(error instanceof UpstreamError) || pauseMs > longestPauseMs) throw error;
      await sleep(pauseMs, undefined, { signal: this.#signal });
      const half = Math.ceil(rows.length / 2);
      const sum = { new: 0, changed: 0 };
      for (const part of [rows.slice(0, half), rows.slice(half)].filter(({ length }) => length > 0)) {
        const stored = await this.#storeWithRetries(part, 2 * pauseMs);
        sum.new += stored.new;
        sum.changed += stored.changed;
      }
      return sum;
    }
  }

  /** Stores the last batch and returns the report. */
  async finish(): Promise<ImportReport> {
    await this.#flush();
    return {
      ...this.#counts,
      refused: [...this.#refused].map(([why, { count, example }]) => ({ why, count, example })),
      ignored: Object.fromEntries(this.#ignored),
    };
  }
}
