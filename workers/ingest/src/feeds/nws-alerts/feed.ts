import type { AlertChange } from '@severe/db';
import { emptyReport, type Feed, type FeedContext, type FeedReport } from '../../feed.ts';
import { parseInThread } from '../../thread/parse-in-thread.ts';
import { createEmptyListCheck } from '../shared/empty-list-check.ts';
import { alertBulletins } from './bulletins.ts';
import type { AlertList } from './parse.ts';
import { announceChanges, storeEvents } from './store-events.ts';

const activeAlerts = 'https://api.weather.gov/alerts/active';

/** Maximum size of the list. On the worst days it has 2,000 alerts of 4 kB. */
const maxBytes = 64 << 20;

/** Time without a change of the list after which the data are reported as old. */
const unchangedMs = 60 * 60_000;

/** Creates the feed of all alerts in force in the United States. */
export function createNwsAlerts(): Feed {
  const checkEmptyList = createEmptyListCheck();
  let listChangedAt: Date | undefined;

  async function storeList(context: FeedContext, list: AlertList, report: FeedReport): Promise<AlertChange[]> {
    const { db } = context;
    await checkEmptyList('alerts in force', list.rows.length === 0, () => db.alerts.countActive());
    const stored = await storeEvents(context, list.rows, report);
    report.refused = list.refused;
    return [stored, await db.alerts.expire(list.complete ? stored.present : undefined)];
  }

  return {
    id: 'nws-alerts',
    source: 'alerts',
    about: 'All alerts in force, from the API of the National Weather Service',
    everySeconds: 30,
    otherForms: [alertBulletins],
    async run(context) {
      const { fetcher, db, clock } = context;
      const report: FeedReport = { ...emptyReport(), isResponseValid: true };
      const now = clock();
      const response = await fetcher.changedText(activeAlerts, {
        accept: 'application/geo+json',
        maxBytes,
        urgent: true,
      });
      const changes: AlertChange[] = [];
      if (response) {
        const list = await parseInThread('alerts', response.text, now);
        changes.push(...(await storeList(context, list, report)));
        listChangedAt = list.updatedAt ?? now;
        response.markStored();
      } else {
        changes.push(await db.alerts.expire());
      }
      report.changed += changes.at(-1)!.ended.length;
      await announceChanges(context, changes);
      await db.sourceRuns.recordData('alerts', dataTimeOf(listChangedAt, now));
      return report;
    },
  };
}

/** The data are as current as the fetch, unless the provider has not changed the list for an hour. */
function dataTimeOf(listChangedAt: Date | undefined, now: Date): Date {
  if (!listChangedAt || now.getTime() - listChangedAt.getTime() < unchangedMs) return now;
  return listChangedAt;
}
