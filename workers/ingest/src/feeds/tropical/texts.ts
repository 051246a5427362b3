import { hourMs } from '@severe/async';
import { announce } from '../../announce.ts';
import { addIgnored, emptyReport, type FeedContext, type FeedReport, type OtherForm } from '../../feed.ts';
import { holdsBulletins } from '../../parse/saved-bulletins.ts';
import { parseInThread } from '../../thread/parse-in-thread.ts';
import { issueToleranceMs, refuseFuture } from '../shared/is-future.ts';
import { isAtcf } from './parse-atcf.ts';
import type { StormRow } from './row.ts';

/** Cyclones in public advisories. An advisory in the list of storms has more, so only later ones are stored. */
export const advisories: OtherForm = {
  about: 'bulletins TCP and TCU',
  matches: holdsBulletins,
  async store(context, texts) {
    const { rows, refused, ignored } = await parseInThread('advisories', texts, context.clock());
    const report: FeedReport = { ...emptyReport(), refused, isResponseValid: true };
    addIgnored(report, ignored);
    await storeStorms(context, rows, 1, report);
    return report;
  },
};

/** Advisories follow each other every six hours, and are more than the positions of a track file. */
const tracksAfterSeconds = (6 * hourMs) / 1000;

/** Cyclones in track files of the Automated Tropical Cyclone Forecasting System. */
export const tracks: OtherForm = {
  about: 'track files of ATCF: best tracks and official forecasts',
  matches: isAtcf,
  async store(context, texts) {
    const { storms, outlines, refused, ignored } = await parseInThread('tracks', texts);
    const report: FeedReport = { ...emptyReport(), refused, isResponseValid: true };
    addIgnored(report, ignored);
    await storeStorms(context, storms, tracksAfterSeconds, report);
    const given = outlines.map(({ stormId: storm, ...outline }) => ({ ...outline, storm }));
    const changed = await context.db.tropicalStorms.storeOutlines(given);
    report.changed += changed;
    report.unchanged += given.length - changed;
    if (changed > 0) await announce(context, { source: 'tropical' });
    return report;
  },
};

async function storeStorms(
  context: FeedContext,
  rows: StormRow[],
  laterBySeconds: number,
  report: FeedReport,
): Promise<void> {
  const { rows: issued, refused } = refuseFuture(
    { rows, refused: [] },
    context.clock,
    ({ issuedAt }) => issuedAt,
    ({ stormId }) => stormId,
    issueToleranceMs,
  );
  report.refused.push(...refused);
  const storms = issued.map(({ stormId: storm, ...content }) => ({ ...content, storm }));
  const stored = await context.db.tropicalStorms.store(storms, false, laterBySeconds);
  report.new += stored.new;
  report.changed += stored.changed;
  report.unchanged += storms.length - stored.new - stored.changed;
  if (stored.new + stored.changed > 0) await announce(context, { source: 'tropical' });
}
