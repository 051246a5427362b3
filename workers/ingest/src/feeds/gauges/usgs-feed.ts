import { states } from '@severe/catalogue';
import type { NewReading, NewSite } from '@severe/db';
import { parseInThread } from '../../thread/parse-in-thread.ts';
import { emptyReport, type Feed, type FeedContext, type FeedReport } from '../../feed.ts';
import { newestReadings } from './readings.ts';
import { usgsTable } from './usgs-table.ts';
import { recordNewest, storeGauges } from './store-gauges.ts';
import { expectBody } from '../../parse/payload.ts';
import { rejectUnreadable } from '../../parse/parsed.ts';
import { isFuture } from '../shared/is-future.ts';

/** Streams, lakes and estuaries. The two hours cover an outage of one hour. */
const values = (state: string): string =>
  'https://waterservices.usgs.gov/nwis/iv/?format=json' +
  `&stateCd=${state}&parameterCd=00060,00065,00010&siteType=ST,LK,ES&siteStatus=active&modifiedSince=PT2H`;

/** Maximum size. The largest states have 1,000 gauges of 4 kB. */
const maxResponseBytes = 64 << 20;

/** Time in which every state is requested once. */
const roundSeconds = 900;

/**
 * Creates the feed of USGS gauges, one state per run: the first round without pauses, then evenly, so that a failing
 * state does not delay others.
 */
export function createUsgsGauges(): Feed {
  let next = 0;

  return {
    id: 'usgs-gauges',
    source: 'gauges',
    about: 'Stage, flow and temperature of rivers, from the Geological Survey',
    everySeconds: Math.floor(roundSeconds / states.length),
    startDelaySeconds: 90, // after the counties, which assign a state to each gauge
    otherForms: [usgsTable],
    isEnabled: ({ usgsService }) => usgsService === 'instantaneous',
    async run(context) {
      const report = { ...emptyReport(), isResponseValid: true };
      const state = states[next++ % states.length].code.toLowerCase();
      report.more = next < states.length;
      const text = await context.fetcher.text(values(state), { maxBytes: maxResponseBytes, timeoutMs: 60_000 });
      if (text !== undefined) await storeReadings(context, text, report); // 404 means that the state has none
      return report;
    },
  };
}

/** The newest value of every series in the country within two hours, by parameter; about 10,000 of each. */
const latest = (parameter: string): string =>
  'https://api.waterdata.usgs.gov/ogcapi/v0/collections/latest-continuous/items' +
  `?f=json&parameter_code=${parameter}&statistic_id=00011&time=PT2H&limit=50000`;

const parameters = ['00065', '00060', '00010'];

/** Creates the same feed from the successor of the service, one parameter per run: it allows fifty requests an hour. */
export function createUsgsLatest(): Feed {
  let next = 0;

  return {
    id: 'usgs-latest',
    source: 'gauges',
    about: 'Stage, flow and temperature of rivers, from the new service of the Geological Survey; with USGS_SERVICE',
    everySeconds: roundSeconds / parameters.length,
    startDelaySeconds: 90,
    isEnabled: ({ usgsService }) => usgsService === 'latest-continuous',
    async run(context) {
      const report = { ...emptyReport(), isResponseValid: true };
      const url = latest(parameters[next++ % parameters.length]);
      report.more = next < parameters.length;
      const text = await context.fetcher.text(url, { maxBytes: maxResponseBytes, timeoutMs: 120_000 });
      await storeReadings(context, expectBody(text, 'readings'), report);
      return report;
    },
  };
}

async function storeReadings(context: FeedContext, text: string, report: FeedReport): Promise<void> {
  const { rows, refused } = await parseInThread('usgsReadings', text);
  rejectUnreadable({ rows, refused }, 'gauges');
  report.refused.push(...refused);
  const { sites, readings } = newestReadings(rows.filter(({ at }) => !isFuture(at, context.clock)));
  const siteOf = new Map(sites.map((site) => [site.usgsId, site]));
  await storeGauges(context, readings, report, (some) => context.db.gauges.storeReadings(sitesOf(some, siteOf), some));
  await recordNewest(
    context,
    readings.flatMap(({ stageAt, dischargeAt, waterTempAt }) => [stageAt, dischargeAt, waterTempAt]),
  );
}

function sitesOf(readings: NewReading[], siteOf: Map<string, NewSite>): NewSite[] {
  return readings.flatMap(({ usgsId }) => (usgsId === null ? [] : (siteOf.get(usgsId) ?? [])));
}
