import { emptyReport, type Feed, type FeedContext, type FeedReport } from '../../feed.ts';
import { parseTextListing, parseTextProduct } from '../bulletins/parse.ts';
import { parseHml } from './parse-hml.ts';
import { activeForecasts, lastObserved } from './readings.ts';
import type { StageFlowRow } from './row.ts';
import { orRefused, recordNewest, takeSome } from './take.ts';
import { isFuture } from '../shared/is-future.ts';

const list = 'https://api.weather.gov/products/types/HML';
const product = 'https://api.weather.gov/products';

/** So many bulletins are taken in a run, the newest first; offices send some hundred an hour. */
const atOnce = 10;
/** What is older has been overtaken by others of its office. */
const oldestMs = 90 * 60_000;
const largest = 16 << 20;

/** The bulletins in which offices exchange what was observed at gauges and is forecast for them. */
export function createHml(): Feed {
  let taken = new Set<string>();

  return {
    id: 'nws-hml',
    source: 'gauges',
    about: 'Observed and forecast river stages, as forecast offices exchange them',
    everySeconds: 60,
    startDelaySeconds: 150, // of gauges that are not known nothing is kept
    async run(context) {
      const report = { ...emptyReport(), sound: true };
      const text = await context.fetcher.text(list, { accept: 'application/ld+json', maxBytes: largest });
      if (text === undefined) return report;
      if (!text.trimStart().startsWith('{')) {
        await takeBulletin(context, text, context.clock(), report); // one that was saved
        return report;
      }
      const from = context.clock().getTime() - oldestMs;
      const { rows } = parseTextListing(text);
      taken = new Set(rows.filter(({ id }) => taken.has(id)).map(({ id }) => id));
      const fresh = rows.filter(({ id, issuedAt }) => !taken.has(id) && issuedAt.getTime() >= from).slice(0, atOnce);
      for (const { id } of fresh) {
        taken.add(id);
        await orRefused(report, id, () => takeProduct(context, id, report));
      }
      return report;
    },
  };
}

async function takeProduct(context: FeedContext, id: string, report: FeedReport): Promise<void> {
  const text = await context.fetcher.text(`${product}/${id}`, { accept: 'application/ld+json', maxBytes: largest });
  if (text === undefined) return;
  const { text: bulletin, issuedAt } = parseTextProduct(text);
  await takeBulletin(context, bulletin, issuedAt, report);
}

async function takeBulletin(context: FeedContext, text: string, near: Date, report: FeedReport): Promise<void> {
  const { db, clock } = context;
  const { rows, refused } = parseHml(text, near);
  report.refused.push(...refused);
  const isDue = ({ kind }: StageFlowRow, at: Date) => kind === 'forecast' || !isFuture(at, context.clock);
  const observed = lastObserved(rows.map((run) => ({ ...run, points: run.points.filter(({ at }) => isDue(run, at)) })));
  await takeSome(context, observed, report, (some) => db.gauges.storeReadings([], some));
  await takeSome(context, activeForecasts(rows, clock()), report, (some) => db.gauges.storeForecasts(some));
  await recordNewest(
    context,
    observed.flatMap(({ stageAt, dischargeAt }) => [stageAt, dischargeAt]),
  );
}
