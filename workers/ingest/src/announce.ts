import { channels, type DataEvent } from '@severe/catalogue';
import type { FeedContext } from './feed.ts';

/** Announces changed rows to every process. A process that misses the event reads the change from the database a second later. */
export async function announce({ pubsub, clock }: FeedContext, change: Omit<DataEvent, 'publishedAt'>): Promise<void> {
  const event: DataEvent = { ...change, publishedAt: clock().toISOString() };
  await pubsub.announce(channels.data, event);
}
