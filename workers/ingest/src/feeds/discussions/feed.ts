import { DataError } from '@severe/base';
import { emptyReport, type Feed, type FeedContext, type FeedReport } from '../../feed.ts';
import { parseInThread } from '../../thread/parse-in-thread.ts';
import { contentOf, discussionBulletins, storeDiscussions } from './bulletins.ts';
import { nameOfDiscussion } from './row.ts';
import { issueToleranceMs, refuseFuture } from '../shared/is-future.ts';
import { expectBody } from '../../parse/payload.ts';
import { rejectUnreadable } from '../../parse/parsed.ts';

/** Discussions of the last six hours. Discussions end by their own time, so an empty list ends nothing. */
const outlines = 'https://mesonet.agron.iastate.edu/api/1/nws/spc_mcd.geojson?hours=6';
const texts = 'https://www.spc.noaa.gov/products/md';

/** Mesoscale discussions of the Storm Prediction Center: outlines from a list, and the text of each once. */
export const spcDiscussions: Feed = {
  id: 'spc-discussions',
  source: 'discussions',
  about: 'Mesoscale discussions: outlines from the Iowa Environmental Mesonet, texts from the Storm Prediction Center',
  everySeconds: 300,
  startDelaySeconds: 7,
  otherForms: [discussionBulletins],
  async run(context) {
    const { fetcher, db, clock } = context;
    const report = { ...emptyReport(), isResponseValid: true };
    const response = await fetcher.changedText(outlines, { accept: 'application/geo+json', maxBytes: 16 << 20 });
    if (response) {
      const parsed = await parseInThread('discussions', response.text);
      const { rows, refused } = refuseFuture(
        parsed,
        clock,
        ({ issuedAt }) => issuedAt,
        nameOfDiscussion,
        issueToleranceMs,
      );
      rejectUnreadable({ rows, refused }, 'discussions');
      report.refused.push(...refused);
      await storeDiscussions(
        context,
        rows.flatMap((row) => (row.expiresAt ? [contentOf(row, row.expiresAt)] : [])),
        report,
      );
      response.markStored();
    }
    for (const wanted of await db.discussions.withoutText(clock())) await storeText(context, wanted, report);
    await db.sourceRuns.recordData('discussions', clock());
    return report;
  },
};

/** Fetches the text of a discussion. A failure is retried in the next run. */
async function storeText(
  context: FeedContext,
  { year, number, expiresAt }: { year: number; number: number; expiresAt: Date },
  report: FeedReport,
): Promise<void> {
  const name = `md${String(number).padStart(4, '0')}`;
  try {
    const text = await context.fetcher.text(`${texts}/${name}.txt`, { maxBytes: 1 << 20 });
    const body = expectBody(text, 'the text of the discussion');
    const row = await parseInThread('discussionText', body, context.clock());
    if (row.kind !== 'convective' || row.year !== year || row.number !== number)
      throw new DataError('discussion', `expected number ${number} of ${year}, got ${row.number} of ${row.year}`);
    await storeDiscussions(context, [contentOf(row, expiresAt)], report);
  } catch (error) {
    if (!(error instanceof DataError)) throw error;
    report.refused.push({ what: name, why: error.message });
  }
}
