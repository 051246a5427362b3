import { DataError } from '@severe/base';
import { zoneKinds } from '@severe/db';
import { announce } from '../../announce.ts';
import { emptyReport, type Feed, type FeedContext, type FeedReport } from '../../feed.ts';
import { parseZone } from './parse.ts';

const zones = 'https://api.weather.gov/zones';

/** Zones per run. On a bad day alerts refer to 2,000 zones, and the provider asks for a low request rate. */
const budget = 25;
/** Retry intervals for unknown zones, and for zones whose response cannot be parsed. */
const unknownMs = 6 * 3_600_000;
const unreadableMs = 10 * 60_000;

/** Creates the feed of zone shapes that alerts refer to. Each is fetched once. */
export function createNwsZones(): Feed {
  const notBefore = new Map<string, number>();

  async function fetchZone({ fetcher, db, clock }: FeedContext, zone: string, report: FeedReport): Promise<void> {
    const [kind, ugc] = zone.split('/');
    const refuse = (why: string, retryMs: number): void => {
      report.refused.push({ what: zone, why });
      notBefore.set(zone, clock().getTime() + retryMs);
    };
    const text = await fetcher.text(`${zones}/${zone}`, { accept: 'application/geo+json' });
    if (text === undefined) return refuse('expected a zone, got 404', unknownMs);
    try {
      await db.zones.put([
        parseZone(
          text,
          zoneKinds.find((other) => other === kind)!,
          ugc,
        ),
      ]);
      report.new++;
    } catch (error) {
      if (!(error instanceof DataError)) throw error;
      report.sound = false; // a failing provider can return an error page for every zone
      refuse(error.message, unreadableMs);
    }
  }

  return {
    id: 'nws-zones',
    source: 'alerts',
    about: 'Shapes of the zones in alerts, on demand',
    everySeconds: 60,
    async run(context) {
      const { db, clock } = context;
      const report: FeedReport = { ...emptyReport(), sound: true };
      const now = clock().getTime();
      const wanted = await db.alerts.zonesWithoutShape(1000);
      const due = wanted.filter((zone) => (notBefore.get(zone) ?? 0) <= now);
      for (const zone of due.slice(0, budget)) await fetchZone(context, zone, report);
      report.more = due.length > budget;
      if (report.new > 0) await announce(context, { source: 'alerts' });
      return report;
    },
  };
}
