import type { NewDiscussion } from '@severe/db';
import { announce } from '../../announce.ts';
import { addIgnored, emptyReport, type FeedContext, type FeedReport, type OtherForm } from '../../feed.ts';
import { holdsBulletins } from '../../parse/saved-bulletins.ts';
import { parseInThread } from '../../thread/parse-in-thread.ts';
import { issueToleranceMs, refuseFuture } from '../shared/is-future.ts';
import { nameOfDiscussion, type DiscussionRow } from './row.ts';

/** Discussions in bulletins, with text and outline. */
export const discussionBulletins: OtherForm = {
  about: 'bulletins SWOMCD and FFGMPD',
  matches: holdsBulletins,
  async store(context, texts) {
    const { ignored, ...parsed } = await parseInThread('discussionBulletins', texts, context.clock());
    const { rows, refused } = refuseFuture(
      parsed,
      context.clock,
      ({ issuedAt }) => issuedAt,
      nameOfDiscussion,
      issueToleranceMs,
    );
    const report: FeedReport = { ...emptyReport(), refused, isResponseValid: true };
    const ended = rows.flatMap((row) => (row.expiresAt ? [contentOf(row, row.expiresAt)] : []));
    addIgnored(report, { ...ignored, 'without an end': rows.length - ended.length });
    for (const discussion of ended.toSorted((a, b) => a.issuedAt.getTime() - b.issuedAt.getTime())) {
      await storeDiscussions(context, [discussion], report);
    }
    return report;
  },
};

/** Stores discussions and announces changes. */
export async function storeDiscussions(
  context: FeedContext,
  discussions: NewDiscussion[],
  report: FeedReport,
): Promise<void> {
  const change = await context.db.discussions.store(discussions);
  report.new += change.new.length;
  report.changed += change.updated.length;
  report.unchanged += discussions.length - change.new.length - change.updated.length;
  if (change.new.length + change.updated.length > 0) await announce(context, { source: 'discussions', ...change });
}

export function contentOf(row: DiscussionRow, expiresAt: Date): NewDiscussion {
  const { kind, year, number, issuedAt, watchConfidence, concerning, wfos, threats, text, url, area, isCorrection } =
    row;
  return { kind, year, number, issuedAt, expiresAt, watchConfidence, concerning, wfos, threats, text, url, area, isCorrection }; // prettier-ignore
}
