import { DataError } from '@severe/base';
import type { GaugeChange } from '@severe/db';
import { announce } from '../../announce.ts';
import type { FeedContext, FeedReport } from '../../feed.ts';

/** So many in one transaction: the embedded database has no time for anybody else while one lasts. */
const atOnce = 200;

/** A clock that runs ahead of ours by more than this is wrong. */
const aheadMs = 15 * 60_000;

/** Stores rows, some at a time, and says so. @returns how many were new or changed */
export async function takeSome<Row>(
  context: FeedContext,
  rows: Row[],
  report: FeedReport,
  store: (some: Row[]) => Promise<GaugeChange>,
): Promise<void> {
  let [inserted, changed] = [0, 0];
  for (let i = 0; i < rows.length; i += atOnce) {
    const stored = await store(rows.slice(i, i + atOnce));
    inserted += stored.new;
    changed += stored.changed;
  }
  report.new += inserted;
  report.changed += changed;
  report.unchanged += Math.max(0, rows.length - inserted - changed);
  if (inserted + changed > 0) await announce(context, { source: 'gauges' });
}

/** Tells how new the data is, by the newest of some times. */
export async function recordNewest({ db }: FeedContext, times: (Date | null)[]): Promise<void> {
  const newest = Math.max(0, ...times.map((at) => at?.getTime() ?? 0));
  if (newest > 0) await db.sourceRuns.recordData('gauges', new Date(newest));
}

/** Whether a time may be that of a reading. */
export function hasCome(at: Date, { clock }: FeedContext): boolean {
  return at.getTime() <= clock().getTime() + aheadMs;
}

/** What cannot be read of one gauge or bulletin harms no other. */
export async function orRefused(report: FeedReport, what: string, step: () => Promise<void>): Promise<void> {
  try {
    await step();
  } catch (error) {
    if (!(error instanceof DataError)) throw error;
    report.refused.push({ what, why: error.message });
  }
}
