import type { AlertChange, AlertEvent } from '@severe/db';
import { announce } from '../../announce.ts';
import type { FeedContext, FeedReport } from '../../feed.ts';
import { wakeMatching } from '../../wake-matching.ts';

/** Stores events and counts them. @returns what has changed, and the rows of all events */
export async function storeEvents(
  { db }: FeedContext,
  events: AlertEvent[],
  report: FeedReport,
): Promise<AlertChange & { present: number[] }> {
  const stored = await db.alerts.store(events);
  const changed = stored.new.length + stored.updated.length + stored.ended.length - stored.inserted;
  report.new += stored.inserted;
  report.changed += changed;
  report.unchanged += stored.present.length - stored.inserted - changed;
  return stored;
}

/** Announces changes to clients and webhooks. */
export async function announceChanges(context: FeedContext, changes: AlertChange[]): Promise<void> {
  const ids = (kind: keyof AlertChange): number[] => changes.flatMap((change) => change[kind]);
  const change = { new: ids('new'), updated: ids('updated'), ended: ids('ended') };
  if (Object.values(change).every((list) => list.length === 0)) return;
  await announce(context, { source: 'alerts', ...change });
  await wakeMatching(context);
}
