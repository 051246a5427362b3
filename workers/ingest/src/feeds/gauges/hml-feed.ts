import { emptyReport, type Feed, type FeedContext, type FeedReport } from '../../feed.ts';
import { splitBulletins } from '../../parse/bulletin.ts';
import { parseInThread } from '../../thread/parse-in-thread.ts';
import { activeForecasts, lastObserved } from './readings.ts';
import type { StageFlowRow } from './row.ts';
import { runOrRefuse, recordNewest, storeGauges } from './store-gauges.ts';
import { isFuture } from '../shared/is-future.ts';

const list = 'https://api.weather.gov/products/types/HML';
const product = 'https://api.weather.gov/products';

/** Bulletins per run, newest first. Offices send some hundred an hour. */
const bulletinsPerRun = 10;
/** Maximum age of a bulletin. Older ones have been replaced. */
const oldestMs = 90 * 60_000;
const maxBytes = 16 << 20;

/** Creates the feed of HML bulletins, in which offices exchange observed and forecast stages. */
export function createHml(): Feed {
  let fetched = new Set<string>();

  return {
    id: 'nws-hml',
    source: 'gauges',
    about: 'Observed and forecast river stages, as forecast offices exchange them',
    everySeconds: 60,
    startDelaySeconds: 150, // after the gauges, because readings of unknown gauges are not stored
    async run(context) {
      const report = { ...emptyReport(), isResponseValid: true };
      const text = await context.fetcher.text(list, { accept: 'application/ld+json', maxBytes });
      if (text === undefined) return report;
      const rows: StageFlowRow[] = [];
      const read = async (bulletin: string, near: Date): Promise<void> => {
        const parsed = await parseInThread('hml', bulletin, near);
        report.refused.push(...parsed.refused);
        rows.push(...parsed.rows);
      };
      try {
        if (text.trimStart().startsWith('{')) await readListed(context, text, report, read);
        else for (const one of splitBulletins(text)) await read(one, context.clock()); // from a file
      } finally {
        await storeRuns(context, rows, report); // also what was read before the provider failed
      }
      return report;
    },
  };

  /** Fetches listed bulletins that are new, and reads them from the oldest to the newest. */
  async function readListed(
    { fetcher, clock }: FeedContext,
    listing: string,
    report: FeedReport,
    read: (bulletin: string, near: Date) => Promise<void>,
  ): Promise<void> {
    const from = clock().getTime() - oldestMs;
    const { rows } = await parseInThread('textListing', listing);
    fetched = new Set(rows.filter(({ id }) => fetched.has(id)).map(({ id }) => id));
    const fresh = rows
      .filter(({ id, issuedAt }) => !fetched.has(id) && issuedAt.getTime() >= from)
      .slice(0, bulletinsPerRun);
    for (const { id } of fresh.reverse()) {
      await runOrRefuse(report, id, async () => {
        const text = await fetcher.text(`${product}/${id}`, { accept: 'application/ld+json', maxBytes });
        if (text === undefined) return;
        const { text: bulletin, issuedAt } = await parseInThread('textProduct', text);
        await read(bulletin, issuedAt);
      });
      fetched.add(id); // an unavailable provider is asked for it again
    }
  }
}

/** Stores the runs of several bulletins as one change of the data. */
async function storeRuns(context: FeedContext, rows: StageFlowRow[], report: FeedReport): Promise<void> {
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
