import type { Database, Outlooks } from '@severe/db';
import { announce } from '../../announce.ts';
import { addIgnored, emptyReport, type FeedContext, type FeedReport, type OtherForm } from '../../feed.ts';
import type { Parsed } from '../../parse/parsed.ts';
import { holdsBulletins } from '../../parse/saved-bulletins.ts';
import { parseInThread } from '../../thread/parse-in-thread.ts';
import { issueToleranceMs, refuseFuture } from '../shared/is-future.ts';
import type { FileInBulletin } from './read-bulletins.ts';

/** Outlooks in the points products of the Storm Prediction Center. */
export const outlookBulletins: OtherForm = {
  about: 'bulletins PTSDY1, PTSDY2, PTSDY3 and PTSD48',
  matches: holdsBulletins,
  async store(context, texts) {
    const parsed = await parseInThread('outlookBulletins', texts, context.clock());
    const report: FeedReport = { ...emptyReport(), isResponseValid: true };
    await storeIssuances(context, { source: 'outlooks', tableOf: (db) => db.outlooks }, parsed, report);
    return report;
  },
};

/** Stores the areas of bulletins under the files of the provider. An issuance that is stored stays as it is. */
export async function storeIssuances(
  context: FeedContext,
  { source, tableOf }: { source: 'outlooks' | 'eros'; tableOf: (db: Database) => Outlooks },
  parsed: Parsed<FileInBulletin>,
  report: FeedReport,
): Promise<void> {
  const { rows: issuances, refused } = refuseFuture(
    parsed,
    context.clock,
    ({ issuedAt }) => issuedAt,
    ({ file }) => file,
    issueToleranceMs,
  );
  report.refused.push(...refused);
  addIgnored(report, parsed.ignored);
  for (const { file, areas, ...bulletin } of issuances) {
    const stored = await tableOf(context.db).replace(file, areas, bulletin);
    report.new += stored.new;
    report.changed += stored.removed;
    report.unchanged += areas.length - stored.new;
  }
  if (report.new + report.changed > 0) await announce(context, { source });
}
