import type { DataOrigin, NewSounding } from '@severe/db';
import { announce } from '../../announce.ts';
import type { FeedContext, FeedReport } from '../../feed.ts';
import { issueToleranceMs, refuseFuture } from '../shared/is-future.ts';

/** Stores soundings and announces changes. */
export async function storeSoundings(
  context: FeedContext,
  given: NewSounding[],
  report: FeedReport,
  from: DataOrigin = 'service',
): Promise<void> {
  const { rows: soundings, refused } = refuseFuture(
    { rows: given, refused: [] },
    context.clock,
    ({ at }) => at,
    ({ station }) => station,
    issueToleranceMs,
  );
  report.refused.push(...refused);
  if (soundings.length === 0) return;
  const stored = await context.db.soundings.store(soundings);
  report.new += stored.new.length;
  report.changed += stored.updated.length;
  report.unchanged += soundings.length - stored.new.length - stored.updated.length;
  if (stored.new.length + stored.updated.length > 0) await announce(context, { source: 'soundings', ...stored });
  const newest = new Date(Math.max(...soundings.map(({ at }) => at.getTime())));
  await context.db.sourceRuns.recordData('soundings', newest, from);
}
