import { DataError, UpstreamError } from '@severe/base';
import type { NewGauge } from '@severe/db';
import { parseInThread } from '../../thread/parse-in-thread.ts';
import { emptyReport, type Feed, type FeedContext, type FeedReport } from '../../feed.ts';
import { activeForecasts } from './readings.ts';
import type { StageFlowRow } from './row.ts';
import { recordNewest, storeGauges } from './store-gauges.ts';
import { rejectUnreadable } from '../../parse/parsed.ts';
import { isFuture } from '../shared/is-future.ts';

const gauges = 'https://api.water.noaa.gov/nwps/v1/gauges';

/**
 * West edges of the requested boxes, 10° wide, with the Pacific islands. The provider cannot send the whole country at
 * once.
 */
const boxWests = [-180, -170, -160, -150, -140, -130, -120, -110, -100, -90, -80, -70, 140];
const boxUrl = (west: number): string =>
  `${gauges}?bbox.xmin=${west}&bbox.ymin=-20&bbox.xmax=${west + 10}&bbox.ymax=72&srid=EPSG_4326`;

/** Maximum size. A box has up to 3,000 gauges of 1 kB. */
const maxBoxBytes = 64 << 20;
const maxGaugeBytes = 4 << 20;

/** Time in which every gauge is requested once. */
const roundSeconds = 900;

/**
 * Creates the feed of all gauges of the National Water Prediction Service with their latest readings, one box per run:
 * the first round without pauses, then evenly, so that a failing box does not delay others.
 */
export function createNwpsGauges(): Feed {
  let next = 0;

  return {
    id: 'nwps-gauges',
    source: 'gauges',
    about: 'River gauges with flood categories, from the National Water Prediction Service',
    everySeconds: Math.floor(roundSeconds / boxWests.length),
    startDelaySeconds: 75,
    async run(context) {
      const report = { ...emptyReport(), isResponseValid: true };
      const url = boxUrl(boxWests[next++ % boxWests.length]);
      report.more = next < boxWests.length;
      const response = await context.fetcher.changedText(url, { maxBytes: maxBoxBytes, timeoutMs: 120_000 });
      if (!response) return report;
      const { rows, refused } = await parseInThread('nwpsGauges', response.text);
      rejectUnreadable({ rows, refused }, 'gauges');
      report.refused.push(...refused);
      const usable = rows.map((row) => withoutFuture(row, context));
      await storeGauges(context, usable, report, (some) => context.db.gauges.store(some));
      await recordNewest(
        context,
        usable.map(({ observed }) => observed?.at ?? null),
      );
      response.markStored();
      return report;
    },
  };
}

function withoutFuture(row: NewGauge, context: FeedContext): NewGauge {
  return row.observed && isFuture(row.observed.at, context.clock) ? { ...row, observed: null } : row;
}

/** Gauges per run, in sequence. The provider has no list of forecasts. */
const gaugesPerRun = 20;
/** Refresh interval of forecasts whose list entry has not changed. */
const forecastRefreshMs = 12 * 3_600_000;
/** Refresh interval of thresholds, which change every few years. */
const detailsRefreshMs = 30 * 24 * 3_600_000;

/** Forecasts of gauges that have a newer one in the list. */
export const nwpsForecasts: Feed = {
  id: 'nwps-forecasts',
  source: 'gauges',
  about: 'Forecasts of river stages, from the National Water Prediction Service',
  everySeconds: 20,
  startDelaySeconds: 100,
  async run(context) {
    const { db, fetcher, clock } = context;
    const report = { ...emptyReport(), isResponseValid: true };
    const due = await db.gauges.dueForecasts(gaugesPerRun, new Date(clock().getTime() - forecastRefreshMs));
    const fetchGauge = async (lid: string): Promise<StageFlowRow[]> => {
      const text = await fetcher.text(`${gauges}/${lid}/stageflow/forecast`, { maxBytes: maxGaugeBytes });
      const { rows, refused } =
        text === undefined ? { rows: [], refused: [] } : await parseInThread('stageFlow', text, lid);
      report.refused.push(...refused);
      return rows;
    };
    const { rows, requested } = await fetchInTurn(due, report, fetchGauge);
    await storeGauges(context, activeForecasts(rows, clock()), report, (some) => db.gauges.storeForecasts(some));
    for (const lid of requested) await db.gauges.markForecastFetched(lid);
    return report;
  },
};

/** Flood thresholds, which only the page of each gauge has. */
export const nwpsThresholds: Feed = {
  id: 'nwps-thresholds',
  source: 'gauges',
  about: 'Stages at which floods begin, from the National Water Prediction Service',
  everySeconds: 60,
  startDelaySeconds: 110,
  async run(context) {
    const { db, fetcher, clock } = context;
    const report = { ...emptyReport(), isResponseValid: true };
    const due = await db.gauges.dueDetails(gaugesPerRun, new Date(clock().getTime() - detailsRefreshMs));
    const fetchGauge = async (lid: string): Promise<NewGauge[]> => {
      const text = await fetcher.text(`${gauges}/${lid}`, { maxBytes: maxGaugeBytes });
      const { rows, refused } =
        text === undefined ? { rows: [], refused: [] } : await parseInThread('nwpsGauges', text);
      report.refused.push(...refused);
      return rows.map((row) => withoutFuture(row, context));
    };
    const { rows, requested } = await fetchInTurn(due, report, fetchGauge);
    await storeGauges(context, rows, report, (some) => db.gauges.store(some, { detailed: true }));
    for (const lid of requested) await db.gauges.markDetailed(lid);
    return report;
  },
};

/** Number of failures without a success after which the provider counts as unavailable. */
const maxFailures = 3;

/**
 * Fetches gauges in sequence; the caller stores the rows of all of them at once, as one change of the data. If at least
 * one succeeds, failed gauges also wait for their next turn. If none succeeds, the provider has failed, and all gauges
 * remain due.
 *
 * @returns the rows, and the gauges to mark as requested after the rows are stored
 */
async function fetchInTurn<Row>(
  lids: string[],
  report: FeedReport,
  fetchGauge: (lid: string) => Promise<Row[]>,
): Promise<{ rows: Row[]; requested: string[] }> {
  const failed: { what: string; why: string }[] = [];
  const rows: Row[] = [];
  let succeeded = 0;
  for (const lid of lids) {
    try {
      rows.push(...(await fetchGauge(lid)));
      succeeded++;
    } catch (error) {
      if (!(error instanceof DataError || error instanceof UpstreamError)) throw error;
      failed.push({ what: lid, why: error.message });
      if (succeeded === 0 && failed.length === Math.min(maxFailures, lids.length)) throw error;
    }
  }
  report.refused.push(...failed);
  return { rows, requested: lids };
}
