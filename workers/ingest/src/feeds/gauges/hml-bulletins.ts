import { emptyReport, type FeedContext, type FeedReport, type OtherForm } from '../../feed.ts';
import { bulletinsIn, holdsBulletins, nameOfBulletin } from '../../parse/saved-bulletins.ts';
import { parseInThread } from '../../thread/parse-in-thread.ts';
import { isFuture } from '../shared/is-future.ts';
import { activeForecasts, lastObserved } from './readings.ts';
import type { StageFlowRow } from './row.ts';
import { recordNewest, runOrRefuse, storeGauges } from './store-gauges.ts';

/** Stages of known gauges in bulletins. */
export const hmlBulletins: OtherForm = {
  about: 'bulletins HML',
  matches: holdsBulletins,
  async store(context, texts) {
    const report: FeedReport = { ...emptyReport(), isResponseValid: true };
    const rows: StageFlowRow[] = [];
    for (const bulletin of bulletinsIn(texts, context.clock())) {
      await runOrRefuse(report, nameOfBulletin(bulletin), () => readHml(bulletin.text, bulletin.near, rows, report));
    }
    await storeRuns(context, rows, report);
    return report;
  },
};

/** Parses a bulletin and adds its runs. @throws {DataError} for any other text */
export async function readHml(text: string, near: Date, rows: StageFlowRow[], report: FeedReport): Promise<void> {
  const parsed = await parseInThread('hml', text, near);
  report.refused.push(...parsed.refused);
  rows.push(...parsed.rows);
}

/** Stores the runs of several bulletins as one change of the data. */
export async function storeRuns(context: FeedContext, rows: StageFlowRow[], report: FeedReport): Promise<void> {
  const { db, clock } = context;
  const isDue = ({ kind }: StageFlowRow, at: Date) => kind === 'forecast' || !isFuture(at, clock);
  const observed = lastObserved(rows.map((run) => ({ ...run, points: run.points.filter(({ at }) => isDue(run, at)) })));
  await storeGauges(context, observed, report, (some) => db.gauges.storeReadings([], some));
  await storeGauges(context, activeForecasts(rows, clock()), report, (some) => db.gauges.storeForecasts(some));
  await recordNewest(
    context,
    observed.flatMap(({ stageAt, dischargeAt }) => [stageAt, dischargeAt]),
    'second',
  );
}
