import { DataError } from '@severe/base';
import { states } from '@severe/catalogue';
import type { NewReading, NewSite } from '@severe/db';
import { parseInThread } from '../../thread/parse-in-thread.ts';
import { emptyReport, type Feed, type FeedContext, type FeedReport } from '../../feed.ts';
import { newestReadings } from './readings.ts';
import { usgsTable } from './usgs-table.ts';
import { recordNewest, storeGauges } from './store-gauges.ts';
import { expectBody, type Payload } from '../../parse/payload.ts';
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
function createInstantaneous(): Feed {
  let next = 0;

  return {
    id: 'usgs-gauges',
    source: 'gauges',
    about: 'Stage, flow and temperature of rivers, from the older service of the Geological Survey',
    everySeconds: Math.floor(roundSeconds / states.length),
    startDelaySeconds: 120, // after the counties, which assign a state to each gauge, and after the other service
    otherForms: [usgsTable],
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

const latestHost = 'api.waterdata.usgs.gov';

/** The newest value of every series in the country within two hours, by parameter; about 10,000 of each. */
const latest = (parameter: string): string =>
  `https://${latestHost}/ogcapi/v1/collections/latest-continuous/items` +
  `?f=json&parameter_code=${parameter}&statistic_id=00011&time=PT2H&limit=50000`;

const parameters = ['00065', '00060', '00010'];

/** Pages of one parameter. One holds all of the country. */
const maxPages = 5;

/** Creates the feed of the successor of that service, one parameter per run: without a key it allows fifty requests an hour. */
function createLatest(): Feed {
  let next = 0;

  return {
    id: 'usgs-latest',
    source: 'gauges',
    about: 'Stage, flow and temperature of rivers, from the Geological Survey',
    everySeconds: roundSeconds / parameters.length,
    startDelaySeconds: 90,
    async run(context) {
      const report = { ...emptyReport(), isResponseValid: true };
      let url: string | null = latest(parameters[next++ % parameters.length]);
      report.more = next < parameters.length;
      for (let page = 0; url !== null; page++) {
        if (page === maxPages)
          throw new DataError('pages', `${latestHost} has more than ${maxPages} pages of readings`);
        const text = await context.fetcher.text(url, {
          maxBytes: maxResponseBytes,
          timeoutMs: 120_000,
          ...(context.settings.usgsApiKey ? { apiKey: context.settings.usgsApiKey } : {}),
        });
        url = nextPage(url, await storeReadings(context, expectBody(text, 'readings'), report));
      }
      return report;
    },
  };
}

/** The address of the next page. @throws {DataError} `next` for an address elsewhere, or that of the page itself */
function nextPage(url: string, next: string | null): string | null {
  if (next === null) return null;
  const target = URL.canParse(next, url) ? new URL(next, url) : undefined;
  if (target?.protocol === 'https:' && target.host === latestHost && target.href !== new URL(url).href)
    return target.href;
  throw new DataError('next', `${latestHost} links to ${JSON.stringify(next.slice(0, 120))}, expected its next page`);
}

/**
 * Creates the feeds of both services. The one that the settings prefer is asked; the other one stands in while that one
 * fails, and is asked no more when it is back.
 */
export function createUsgsFeeds(): Feed[] {
  let isPreferredFine = false;
  const standingIn = (feed: Feed, service: FeedContext['settings']['usgsService']): Feed => ({
    ...feed,
    async run(context) {
      const isPreferred = context.settings.usgsService === service;
      if (!isPreferred) return isPreferredFine ? { ...emptyReport(), isIdle: true } : feed.run(context);
      try {
        const report = await feed.run(context);
        isPreferredFine = true;
        return report;
      } catch (error) {
        isPreferredFine = false;
        throw error;
      }
    },
  });
  return [standingIn(createLatest(), 'latest-continuous'), standingIn(createInstantaneous(), 'instantaneous')];
}

/** Stores a page of readings. @returns the address of the next page */
async function storeReadings(context: FeedContext, text: Payload, report: FeedReport): Promise<string | null> {
  const { rows, refused, next } = await parseInThread('usgsReadings', text);
  rejectUnreadable({ rows, refused }, 'gauges');
  report.refused.push(...refused);
  const { sites, readings } = newestReadings(rows.filter(({ at }) => !isFuture(at, context.clock)));
  const siteOf = new Map(sites.map((site) => [site.usgsId, site]));
  await storeGauges(context, readings, report, (some) => context.db.gauges.storeReadings(sitesOf(some, siteOf), some));
  await recordNewest(
    context,
    readings.flatMap(({ stageAt, dischargeAt, waterTempAt }) => [stageAt, dischargeAt, waterTempAt]),
  );
  return next;
}

function sitesOf(readings: NewReading[], siteOf: Map<string, NewSite>): NewSite[] {
  return readings.flatMap(({ usgsId }) => (usgsId === null ? [] : (siteOf.get(usgsId) ?? [])));
}
