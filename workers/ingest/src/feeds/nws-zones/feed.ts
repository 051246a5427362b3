import { hourMs, minuteMs } from '@severe/async';
import { DataError } from '@severe/base';
import { jobs } from '@severe/catalogue';
import { zoneKinds } from '@severe/db';
import { announce } from '../../announce.ts';
import { emptyReport, type Feed, type FeedContext, type FeedReport } from '../../feed.ts';
import { fetchZone } from './fetch-zone.ts';

/** Limits the request rate, as the provider asks. Alerts of an active day refer to about 2,000 zones. */
const maxZonesPerRun = 25;
/** Retry interval for a zone with the response 404. */
const unknownRetryMs = 6 * hourMs;
/** Retry interval for a zone whose response cannot be parsed. */
const unreadableRetryMs = 10 * minuteMs;

/** Creates the feed of zone geometries. It fetches the geometry of each zone that alerts refer to, once. */
export function createNwsZones(): Feed {
  /** Time of the next attempt, in milliseconds, by zone. */
  const retryAt = new Map<string, number>();

  /** Fetches and stores one zone, given as `kind/ugc`. */
  async function fetchMissing({ fetcher, db, clock }: FeedContext, zone: string, report: FeedReport): Promise<void> {
    const [kind, ugc] = zone.split('/');
    const refuse = (why: string, retryMs: number): void => {
      report.refused.push({ what: zone, why });
      retryAt.set(zone, clock().getTime() + retryMs);
    };
    try {
      const zoneKind = zoneKinds.find((value) => value === kind)!;
      if (await fetchZone({ fetcher, db }, zoneKind, ugc)) report.new++;
      else refuse('expected a zone, got 404', unknownRetryMs);
    } catch (error) {
      if (!(error instanceof DataError)) throw error;
      report.isResponseValid = false; // every zone can have an error page while the provider fails
      refuse(error.message, unreadableRetryMs);
    }
  }

  return {
    id: 'nws-zones',
    source: 'alerts',
    about: 'Geometries of the zones that alerts refer to',
    everySeconds: 60,
    async run(context) {
      const { db, clock } = context;
      const report: FeedReport = { ...emptyReport(), isResponseValid: true };
      const now = clock().getTime();
      const missing = await db.alerts.zonesWithoutShape(1000);
      const due = missing.filter((zone) => (retryAt.get(zone) ?? 0) <= now);
      for (const zone of due.slice(0, maxZonesPerRun)) await fetchMissing(context, zone, report);
      report.more = due.length > maxZonesPerRun;
      if (report.new > 0) {
        await announce(context, { source: 'alerts' });
        await context.queue.wake(jobs.matchAlerts); // alerts for these zones were matched without them
      }
      return report;
    },
  };
}
