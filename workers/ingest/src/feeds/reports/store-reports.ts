import { announce } from '../../announce.ts';
import type { FeedContext, FeedReport } from '../../feed.ts';
import type { Parsed } from '../../parse/parsed.ts';
import { refuseFuture } from '../shared/is-future.ts';
import type { ReportRow } from './row.ts';

/** Stores reports and announces changes. */
export async function storeReports(context: FeedContext, parsed: Parsed<ReportRow>, report: FeedReport): Promise<void> {
  const { rows, refused } = refuseFuture(
    parsed,
    context.clock,
    ({ at }) => at,
    ({ key }) => key,
  );
  const stored = await context.db.reports.store(rows);
  report.new += stored.new.length;
  report.changed += stored.updated.length;
  report.unchanged += rows.length - stored.new.length - stored.updated.length;
  report.refused.push(...refused);
  if (stored.new.length + stored.updated.length > 0) await announce(context, { source: 'reports', ...stored });
}
