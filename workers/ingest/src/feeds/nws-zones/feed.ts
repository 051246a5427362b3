import { DataError } from '@severe/base';
import { zoneKinds } from '@severe/db';
import { announce } from '../../announce.ts';
import { emptyReport, type Feed, type FeedContext, type FeedReport } from '../../feed.ts';
import { parseZone } from './parse.ts';

const zones = 'https://api.weather.gov/zones';

/** How many are fetched in a run: on a bad day alerts name two thousand, and the provider asks to be gentle. */
const budget = 25;
/** Zones that the provider does not know are asked for again after this; those of which it sent something unreadable after this. */
const unknownMs = 6 * 3_600_000;
const unreadableMs = 10 * 60_000;

/** The shapes of the zones that alerts are for, each fetched once. */
export function createNwsZones(): Feed {
  const notBefore = new Map<string, number>();

  async function fetchZone({ fetcher, db, clock }: FeedContext, zone: string, report: FeedReport): Promise<void> {
    const [kind, ugc] = zone.split('/');
    const refuse = (why: string, againMs: number): void => {
      report.refused.push({ what: zone, why });
      notBefore.set(zone, clock().getTime() + againMs);
    };
    const text = await fetcher.text(`${zones}/${zone}`, { accept: 'application/geo+json' });
    if (text === undefined) return refuse('the provider does not know it', unknownMs);
    try {
      await db.zones.put([
        parseZone(
          text,
          zoneKinds.find((known) => known === kind)!,
          ugc,
        ),
      ]);
      report.new++;
    } catch (error) {
      if (!(error instanceof DataError)) throw error;
      report.sound = false; // a provider that fails may send a page for every zone
      refuse(error.message, unreadableMs);
    }
  }

  return {
    id: 'nws-zones',
    source: 'alerts',
    about: 'Shapes of the zones that alerts are for, as they are needed',
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
