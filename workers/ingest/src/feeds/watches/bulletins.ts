import type { WatchFacts } from '@severe/db';
import { announce } from '../../announce.ts';
import { addIgnored, emptyReport, type FeedReport, type OtherForm } from '../../feed.ts';
import { holdsBulletins } from '../../parse/saved-bulletins.ts';
import { parseInThread } from '../../thread/parse-in-thread.ts';
import { issueToleranceMs, refuseFuture } from '../shared/is-future.ts';
import { nameOfWatch } from './row.ts';

/** Watches in bulletins of the Storm Prediction Center. They complete stored watches, or stand for missing ones. */
export const watchBulletins: OtherForm = {
  about: 'bulletins SAW, SEL, WWP and WOU',
  matches: holdsBulletins,
  async store(context, texts) {
    const { db, clock } = context;
    const { ignored, ...parsed } = await parseInThread('watchBulletins', texts, clock());
    const { rows, refused } = refuseFuture(parsed, clock, timeOf, nameOfWatch, issueToleranceMs);
    const change = await db.watches.merge(rows);
    const report: FeedReport = { ...emptyReport(), refused, isResponseValid: true };
    addIgnored(report, { ...ignored, 'about a watch that is not stored': change.unknown });
    report.new = change.new.length;
    report.changed = change.updated.length + change.ended.length;
    report.unchanged = Math.max(0, rows.length - report.new - report.changed - change.unknown);
    if (report.new + report.changed > 0) {
      await announce(context, { source: 'watches', new: change.new, updated: change.updated, ended: change.ended });
    }
    return report;
  },
};

/** The time of what bulletins say: that of the end, if they say no more. */
const timeOf = ({ issuedAt, endedAt }: WatchFacts): Date | null => issuedAt ?? endedAt;
