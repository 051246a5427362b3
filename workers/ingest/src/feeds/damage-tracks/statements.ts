import { announce } from '../../announce.ts';
import { addIgnored, emptyReport, type FeedReport, type OtherForm } from '../../feed.ts';
import { holdsBulletins } from '../../parse/saved-bulletins.ts';
import { parseInThread } from '../../thread/parse-in-thread.ts';
import { issueToleranceMs, refuseFuture } from '../shared/is-future.ts';
import type { DamageTrackRow } from './row.ts';

/** Surveys in public information statements, days before the toolkit has their tracks. */
export const surveyStatements: OtherForm = {
  about: 'bulletins PNS with damage surveys',
  matches: holdsBulletins,
  async store(context, texts) {
    const { ignored, ...parsed } = await parseInThread('surveys', texts, context.clock());
    const { rows, refused } = refuseFuture(parsed, context.clock, ({ at }) => at, nameOf, issueToleranceMs);
    const report: FeedReport = { ...emptyReport(), refused, isResponseValid: true };
    addIgnored(report, ignored);
    const surveys = rows.flatMap(({ sourceId: _none, line, ...content }) => (line ? [{ ...content, line }] : []));
    const stored = await context.db.damageTracks.storeSurveys(surveys);
    report.new = stored.new.length;
    report.changed = stored.updated.length;
    report.unchanged = surveys.length - report.new - report.changed;
    if (report.new + report.changed > 0) {
      await announce(context, { source: 'damage_tracks', new: stored.new, updated: stored.updated });
    }
    return report;
  },
};

const nameOf = ({ wfo, at }: DamageTrackRow): string => `survey of ${wfo} of ${at.toISOString()}`;
