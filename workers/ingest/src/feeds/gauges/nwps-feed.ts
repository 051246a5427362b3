import { DataError, UpstreamError } from '@severe/base';
import type { NewGauge } from '@severe/db';
import { parseInThread } from '../../thread/parse-in-thread.ts';
import { emptyReport, type Feed, type FeedContext, type FeedReport } from '../../feed.ts';
import { parseNwpsGauges, parseStageFlow } from './parse-nwps.ts';
import { activeForecasts } from './readings.ts';
import { recordNewest, takeSome } from './take.ts';
import { rejectUnreadable } from '../../parse/parsed.ts';
import { isFuture } from '../shared/is-future.ts';

const gauges = 'https://api.water.noaa.gov/nwps/v1/gauges';

/** The whole country at once is too much for the provider: ten degrees of longitude, and the islands of the Pacific. */
const tiles = [-180, -170, -160, -150, -140, -130, -120, -110, -100, -90, -80, -70, 140];
const tileUrl = (west: number): string =>
  `${gauges}?bbox.xmin=${west}&bbox.ymin=-20&bbox.xmax=${west + 10}&bbox.ymax=72&srid=EPSG_4326`;

/** A tile has up to three thousand gauges, of a kilobyte each. */
const largestTile = 64 << 20;
const largestGauge = 4 << 20;

/** Every gauge comes round in this time. */
const roundSeconds = 900;

/**
 * All gauges of the water prediction service with what was observed last, a tile a run: the first round at once, then
 * evenly, so that a tile that fails holds up no other.
 */
export function createNwpsGauges(): Feed {
  let next = 0;

  return {
    id: 'nwps-gauges',
    source: 'gauges',
    about: 'River gauges with their floods, from the National Water Prediction Service',
    everySeconds: Math.floor(roundSeconds / tiles.length),
    startDelaySeconds: 75,
    async run(context) {
      const report = { ...emptyReport(), sound: true };
      const url = tileUrl(tiles[next++ % tiles.length]);
      report.more = next < tiles.length;
      const answer = await context.fetcher.changedText(url, { maxBytes: largestTile, timeoutMs: 120_000 });
      if (!answer) return report;
      const { rows, refused } = await parseInThread('nwpsGauges', answer.text);
      rejectUnreadable({ rows, refused }, 'gauges');
      report.refused.push(...refused);
      const sound = rows.map((row) => withoutFuture(row, context));
      await takeSome(context, sound, report, (some) => context.db.gauges.store(some));
      await recordNewest(
        context,
        sound.map(({ observed }) => observed?.at ?? null),
      );
      answer.markStored();
      return report;
    },
  };
}

function withoutFuture(row: NewGauge, context: FeedContext): NewGauge {
  return row.observed && isFuture(row.observed.at, context.clock) ? { ...row, observed: null } : row;
}

/** So many gauges are asked after in a run, one after another: the provider has no list of what they tell. */
const atOnce = 20;
/** What was forecast is asked for again after this, though the list tells nothing else of it. */
const forecastAgainMs = 12 * 3_600_000;
/** Thresholds change once in some years. */
const detailsAgainMs = 30 * 24 * 3_600_000;

/** Forecasts of gauges, as the list says that there is another than we have. */
export const nwpsForecasts: Feed = {
  id: 'nwps-forecasts',
  source: 'gauges',
  about: 'Forecasts of river stages, from the National Water Prediction Service',
  everySeconds: 20,
  startDelaySeconds: 100,
  async run(context) {
    const { db, fetcher, clock } = context;
    const report = { ...emptyReport(), sound: true };
    const due = await db.gauges.dueForecasts(atOnce, new Date(clock().getTime() - forecastAgainMs));
    const take = async (lid: string): Promise<void> => {
      const text = await fetcher.text(`${gauges}/${lid}/stageflow/forecast`, { maxBytes: largestGauge });
      const { rows, refused } = text === undefined ? { rows: [], refused: [] } : parseStageFlow(text, lid);
      report.refused.push(...refused);
      await takeSome(context, activeForecasts(rows, clock()), report, (some) => db.gauges.storeForecasts(some));
    };
    await askAfter(due, report, take, (lid) => db.gauges.markForecastFetched(lid));
    return report;
  },
};

/** Thresholds of gauges, which their own pages alone tell. */
export const nwpsThresholds: Feed = {
  id: 'nwps-thresholds',
  source: 'gauges',
  about: 'Stages at which floods begin, from the National Water Prediction Service',
  everySeconds: 60,
  startDelaySeconds: 110,
  async run(context) {
    const { db, fetcher, clock } = context;
    const report = { ...emptyReport(), sound: true };
    const due = await db.gauges.dueDetails(atOnce, new Date(clock().getTime() - detailsAgainMs));
    const take = async (lid: string): Promise<void> => {
      const text = await fetcher.text(`${gauges}/${lid}`, { maxBytes: largestGauge });
      if (text === undefined) return;
      const { rows, refused } = parseNwpsGauges(text);
      report.refused.push(...refused);
      const sound = rows.map((row) => withoutFuture(row, context));
      await takeSome(context, sound, report, (some) => db.gauges.store(some, { detailed: true }));
    };
    await askAfter(due, report, take, (lid) => db.gauges.markDetailed(lid));
    return report;
  },
};

/** So many failures before any answer are the provider's, and the rest is not waited for. */
const tries = 3;

/**
 * Asks after one gauge and then the next. A failure among good answers is that gauge's, which waits its time as the others
 * do; where there is no good answer the provider fails, and all of them stay due.
 *
 * @param asked notes that the gauge need not be asked after for a while
 */
async function askAfter(
  lids: string[],
  report: FeedReport,
  take: (lid: string) => Promise<void>,
  asked: (lid: string) => Promise<void>,
): Promise<void> {
  const failed: { what: string; why: string }[] = [];
  let answered = 0;
  for (const lid of lids) {
    try {
      await take(lid);
      await asked(lid);
      answered++;
    } catch (error) {
      if (!(error instanceof DataError || error instanceof UpstreamError)) throw error;
      failed.push({ what: lid, why: error.message });
      if (answered === 0 && failed.length === Math.min(tries, lids.length)) throw error;
    }
  }
  report.refused.push(...failed);
  for (const { what } of failed) await asked(what);
}
