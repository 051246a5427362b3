import { DataError } from '@severe/base';
import type { AlertChange } from '@severe/db';
import { announce } from '../../announce.ts';
import { emptyReport, type Feed, type FeedContext, type FeedReport } from '../../feed.ts';
import { parseAlerts, type AlertList } from './parse.ts';

const activeAlerts = 'https://api.weather.gov/alerts/active';

/** On the worst day there are some two thousand, of 4 kB each. */
const largestList = 64 << 20;

/** So many empty lists in a row are believed: somewhere in the country there is always an alert. */
const emptyBelieved = 3;

/** A list that was not changed for so long is old, however often it is said to be current. */
const unchangedMs = 60 * 60_000;

/** All alerts in force in the United States, as events. */
export function createNwsAlerts(): Feed {
  let emptyLists = 0;
  let listChangedAt: Date | undefined;

  /** An empty list after a full one is a fault of the provider's until it repeats. */
  async function refuseSuspicious({ db }: FeedContext, list: AlertList): Promise<void> {
    emptyLists = list.events.length === 0 ? emptyLists + 1 : 0;
    if (emptyLists === 0 || emptyLists >= emptyBelieved) return;
    const active = await db.alerts.activeCount();
    if (active > 0) throw new DataError('suspicious', `an empty list, while ${active} alerts are in force`);
  }

  async function takeList(context: FeedContext, list: AlertList, report: FeedReport): Promise<AlertChange[]> {
    await refuseSuspicious(context, list);
    const taken = await context.db.alerts.take(list.events);
    report.new = taken.inserted;
    report.changed = taken.new.length + taken.updated.length + taken.ended.length - taken.inserted;
    report.unchanged = taken.present.length - report.new - report.changed;
    report.refused = list.refused;
    return [taken, await context.db.alerts.settle(list.complete ? taken.present : undefined)];
  }

  return {
    id: 'nws-alerts',
    source: 'alerts',
    about: 'All alerts in force, from the API of the National Weather Service',
    everySeconds: 30,
    async run(context) {
      const { fetcher, db, clock } = context;
      const report: FeedReport = { ...emptyReport(), sound: true };
      const now = clock();
      const options = { accept: 'application/geo+json', maxBytes: largestList };
      const answer = await fetcher.changedText(activeAlerts, options);
      const changes: AlertChange[] = [];
      if (answer) {
        const list = await parseAlerts(answer.text, now);
        changes.push(...(await takeList(context, list, report)));
        listChangedAt = list.updatedAt ?? now;
        answer.keep();
      } else {
        changes.push(await db.alerts.settle());
      }
      report.changed += changes.at(-1)!.ended.length;
      await announceChanges(context, changes);
      await db.sourceRuns.recordData('alerts', currentAt(listChangedAt, now));
      return report;
    },
  };
}

/** A list that was fetched is as current as the fetch, unless its provider has let it lie. */
function currentAt(listChangedAt: Date | undefined, now: Date): Date {
  if (!listChangedAt || now.getTime() - listChangedAt.getTime() < unchangedMs) return now;
  return listChangedAt;
}

async function announceChanges(context: FeedContext, changes: AlertChange[]): Promise<void> {
  const ids = (kind: keyof AlertChange): number[] => changes.flatMap((change) => change[kind]);
  const change = { new: ids('new'), updated: ids('updated'), ended: ids('ended') };
  if (Object.values(change).some((list) => list.length > 0)) await announce(context, { source: 'alerts', ...change });
}
