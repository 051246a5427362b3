import { setTimeout as sleep } from 'node:timers/promises';
import { DataError, messageOf, UpstreamError } from '@severe/base';
import { Ignored } from '../parse/parsed.ts';

/** What became of the rows of a file. */
export interface ImportReport {
  new: number;
  changed: number;
  unchanged: number;
  /** Could not be read: how many for each reason, and one of them. */
  refused: { why: string; count: number; example: string }[];
  /** Were read and are not served, by reason. */
  ignored: Record<string, number>;
}

/** How many rows were new and how many changed. */
interface Stored {
  new: number;
  changed: number;
}

/** Stores rows. */
export type StoreRows<Row> = (rows: Row[]) => Promise<Stored>;

/** Reasons that name what was found are as many as the rows; those beyond are counted together. */
const mostReasons = 50;

/** The embedded engine starts again within two seconds. */
const firstPauseMs = 1000;
const longestPauseMs = 8000;

const otherReasons = 'for other reasons';

/**
 * Collects rows until there are enough for one statement, and counts what became of them. Each bundle is committed for
 * itself: an import that was cut short is begun again, and ends the same.
 */
export class Intake<Row> {
  readonly #store: StoreRows<Row>;
  readonly #share: (row: Row) => number;
  readonly #refused = new Map<string, { count: number; example: string }>();
  readonly #ignored = new Map<string, number>();
  #waiting: Row[] = [];
  #full = 0;
  #counts = { new: 0, changed: 0, unchanged: 0 };

  /** @param share the part of a bundle that a row takes */
  constructor(store: StoreRows<Row>, share: (row: Row) => number) {
    this.#store = store;
    this.#share = share;
  }

  /** Takes what `read` gives, or counts why it cannot be had; `name` tells which row it is. */
  async take(read: () => Row | Ignored, name: () => string): Promise<void> {
    try {
      const row = read();
      if (row instanceof Ignored) {
        this.#ignored.set(row.why, (this.#ignored.get(row.why) ?? 0) + 1);
        return;
      }
      this.#waiting.push(row);
      this.#full += this.#share(row);
    } catch (error) {
      if (!(error instanceof DataError)) throw error;
      this.#refuse(messageOf(error), name().slice(0, 100));
    }
    if (this.#full >= 1) await this.#flush();
  }

  #refuse(why: string, example: string): void {
    const known = this.#refused.get(why);
    if (known) known.count++;
    else if (this.#refused.size < mostReasons || why === otherReasons) this.#refused.set(why, { count: 1, example });
    else this.#refuse(otherReasons, example);
  }

  async #flush(): Promise<void> {
    const rows = this.#waiting;
    [this.#waiting, this.#full] = [[], 0];
    if (rows.length === 0) return;
    const stored = await this.#storePatiently(rows, firstPauseMs);
    this.#counts.new += stored.new;
    this.#counts.changed += stored.changed;
    this.#counts.unchanged += rows.length - stored.new - stored.changed;
  }

  /** For a slow or unavailable database, bundles are smaller and pauses are longer. */
  async #storePatiently(rows: Row[], pauseMs: number): Promise<Stored> {
    try {
      return await this.#store(rows);
    } catch (error) {
      if (!(error instanceof UpstreamError) || pauseMs > longestPauseMs) throw error;
      await sleep(pauseMs);
      const half = Math.ceil(rows.length / 2);
      const sum = { new: 0, changed: 0 };
      for (const part of [rows.slice(0, half), rows.slice(half)].filter(({ length }) => length > 0)) {
        const stored = await this.#storePatiently(part, 2 * pauseMs);
        sum.new += stored.new;
        sum.changed += stored.changed;
      }
      return sum;
    }
  }

  /** Stores what is left. */
  async finish(): Promise<ImportReport> {
    await this.#flush();
    return {
      ...this.#counts,
      refused: [...this.#refused].map(([why, { count, example }]) => ({ why, count, example })),
      ignored: Object.fromEntries(this.#ignored),
    };
  }
}
