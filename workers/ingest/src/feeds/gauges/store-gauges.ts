import { DataError } from '@severe/base';
import type { DataOrigin, GaugeChange } from '@severe/db';
import { announce } from '../../announce.ts';
import type { FeedContext, FeedReport } from '../../feed.ts';
import { storeInBatches } from '../shared/store-in-batches.ts';

/** Rows per transaction. */
const batchSize = 200;

/** Stores rows in batches and announces changes. */
export async function storeGauges<Row>(
  context: FeedContext,
  rows: Row[],
  report: FeedReport,
  store: (some: Row[]) => Promise<GaugeChange>,
): Promise<void> {
  if (await storeInBatches(rows, batchSize, store, report)) await announce(context, { source: 'gauges' });
}

/** Records the time of the newest data. */
export async function recordNewest(
  { db }: FeedContext,
  times: (Date | null)[],
  from: DataOrigin = 'service',
): Promise<void> {
  const newest = Math.max(0, ...times.map((at) => at?.getTime() ?? 0));
  if (newest > 0) await db.sourceRuns.recordData('gauges', new Date(newest), from);
}

/** Runs a step and reports its DataError as refused, so that other gauges and bulletins are processed. */
export async function runOrRefuse(report: FeedReport, what: string, step: () => Promise<void>): Promise<void> {
  try {
    await step();
  } catch (error) {
    if (!(error instanceof DataError)) throw error;
    report.refused.push({ what, why: error.message });
  }
}
