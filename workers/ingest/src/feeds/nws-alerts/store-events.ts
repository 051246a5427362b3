import { jobs } from '@severe/catalogue';
import type { AlertChange, AlertEvent } from '@severe/db';
import { announce } from '../../announce.ts';
import type { FeedContext, FeedReport } from '../../feed.ts';
import { mergeMessages } from './merge.ts';
import type { GroupedEvent } from './parse.ts';
import { splitByAlerts } from './group.ts';

/** Stores events and counts them. @returns what has changed, and the rows of all events */
export async function storeEvents(
  { db }: FeedContext,
  events: GroupedEvent[],
  report: FeedReport,
): Promise<AlertChange & { present: number[] }> {
  const stored = await db.alerts.store(await withoutDoubt(db, events));
  report.conflicts = [...(report.conflicts ?? []), ...stored.conflicts];
  const changed = stored.new.length + stored.updated.length + stored.ended.length - stored.inserted;
  report.new += stored.inserted;
  report.changed += changed;
  report.unchanged += stored.present.length - stored.inserted - changed;
  return stored;
}

/** The events, with those divided whose messages belong to several alerts. */
async function withoutDoubt(db: FeedContext['db'], events: GroupedEvent[]): Promise<AlertEvent[]> {
  const doubtful = events.filter((event) => event.doubtful);
  const numbers = doubtful.flatMap(({ numberKey }) => numberKey ?? []);
  const named = doubtful.flatMap(({ doubtful: all = [] }) =>
    all.flatMap(({ identifier, references }) => [identifier, ...references]),
  );
  const areas = await db.alerts.areasOf(numbers, [...new Set(named)]);
  return events.flatMap(({ doubtful: messages, ...event }) => {
    if (!messages) return event;
    const alike = areas.filter(({ numberKey }) => numberKey === event.numberKey);
    const groups = splitByAlerts(messages, alike);
    if (groups.length === 1) return event;
    return groups.map((group) => ({ ...mergeMessages(group), ...(event.isText ? { isText: true } : {}) }));
  });
}

/** Announces changes to clients and webhooks. */
export async function announceChanges(context: FeedContext, changes: AlertChange[]): Promise<void> {
  const ids = (kind: keyof AlertChange): number[] => changes.flatMap((change) => change[kind]);
  const change = { new: ids('new'), updated: ids('updated'), ended: ids('ended') };
  if (Object.values(change).every((list) => list.length === 0)) return;
  await announce(context, { source: 'alerts', ...change });
  await context.queue.wake(jobs.matchAlerts);
}
