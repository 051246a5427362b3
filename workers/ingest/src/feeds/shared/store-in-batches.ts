import type { FeedReport } from '../../feed.ts';

/** Number of rows that were stored, by effect. */
interface Stored {
  new: number;
  changed: number;
}

/**
 * Stores rows in batches, one transaction each, and adds them to the report. The embedded database serves nothing else
 * during a transaction, so batches are small.
 *
 * @returns whether any row is new or changed
 */
export async function storeInBatches<Row>(
  rows: Row[],
  batchSize: number,
  store: (batch: Row[]) => Promise<Stored>,
  report: FeedReport,
): Promise<boolean> {
  const total = { new: 0, changed: 0 };
  for (let i = 0; i < rows.length; i += batchSize) {
    const stored = await store(rows.slice(i, i + batchSize));
    total.new += stored.new;
    total.changed += stored.changed;
  }
  report.new += total.new;
  report.changed += total.changed;
  report.unchanged += Math.max(0, rows.length - total.new - total.changed);
  return total.new + total.changed > 0;
}
