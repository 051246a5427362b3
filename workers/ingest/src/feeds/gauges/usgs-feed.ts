import { states } from '@severe/catalogue';
import type { NewReading, NewSite } from '@severe/db';
import { parseInThread } from '../../thread/parse-in-thread.ts';
import { emptyReport, type Feed, type FeedContext, type FeedReport } from '../../feed.ts';
import { newestReadings } from './readings.ts';
import { recordNewest, takeSome } from './take.ts';
import { expectBody } from '../../parse/payload.ts';
import { rejectUnreadable } from '../../parse/parsed.ts';
import { isFuture } from '../shared/is-future.ts';

/** Streams, lakes and estuaries; what has changed in two hours, so that an outage of one is filled in. */
const values = (state: string): string =>
  'https://waterservices.usgs.gov/nwis/iv/?format=json' +
  `&stateCd=${state}&parameterCd=00060,00065,00010&siteType=ST,LK,ES&siteStatus=active&modifiedSince=PT2H`;

/** The largest states have some thousand gauges, of four kilobytes each. */
const largestAnswer = 64 << 20;

/** Every state comes round in this time. */
const roundSeconds = 900;

/**
 * Water as the Geological Survey measures it, a state a run: the first round at once, then evenly, so that a state that
 * fails holds up no other.
 */
export function createUsgsGauges(): Feed {
  let next = 0;

  return {
    id: 'usgs-gauges',
    source: 'gauges',
    about: 'Stage, flow and temperature of rivers, from the Geological Survey',
    everySeconds: Math.floor(roundSeconds / states.length),
    startDelaySeconds: 90, // counties come first: by their shapes a gauge is of a state
    isEnabled: ({ usgsService }) => usgsService === 'instantaneous',
    async run(context) {
      const report = { ...emptyReport(), sound: true };
      const state = states[next++ % states.length].code.toLowerCase();
      report.more = next < states.length;
      const text = await context.fetcher.text(values(state), { maxBytes: largestAnswer, timeoutMs: 60_000 });
      if (text !== undefined) await takeReadings(context, text, report); // so it says that a state has none
      return report;
    },
  };
}

/** The newest of every series in the country that is not two hours old, by parameter; some ten thousand of each. */
const latest = (parameter: string): string =>
  'https://api.waterdata.usgs.gov/ogcapi/v0/collections/latest-continuous/items' +
  `?f=json&parameter_code=${parameter}&statistic_id=00011&time=PT2H&limit=50000`;

const parameters = ['00065', '00060', '00010'];

/** The same from the service that follows, a parameter a run: few requests, of which it grants fifty an hour. */
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
      const report = { ...emptyReport(), sound: true };
      const url = latest(parameters[next++ % parameters.length]);
      report.more = next < parameters.length;
      const text = await context.fetcher.text(url, { maxBytes: largestAnswer, timeoutMs: 120_000 });
      await takeReadings(context, expectBody(text, 'readings'), report);
      return report;
    },
  };
}

async function takeReadings(context: FeedContext, text: string, report: FeedReport): Promise<void> {
  const { rows, refused } = await parseInThread('usgsReadings', text);
  rejectUnreadable({ rows, refused }, 'gauges');
  report.refused.push(...refused);
  const { sites, readings } = newestReadings(rows.filter(({ at }) => !isFuture(at, context.clock)));
  const siteOf = new Map(sites.map((site) => [site.usgsId, site]));
  await takeSome(context, readings, report, (some) => context.db.gauges.storeReadings(sitesOf(some, siteOf), some));
  await recordNewest(
    context,
    readings.flatMap(({ stageAt, dischargeAt, waterTempAt }) => [stageAt, dischargeAt, waterTempAt]),
  );
}

function sitesOf(readings: NewReading[], siteOf: Map<string, NewSite>): NewSite[] {
  return readings.flatMap(({ usgsId }) => (usgsId === null ? [] : (siteOf.get(usgsId) ?? [])));
}
