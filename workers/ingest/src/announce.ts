import { UpstreamError } from '@severe/base';
import { channels, type DataEvent } from '@severe/catalogue';
import type { FeedContext } from './feed.ts';

/** Says that rows have changed, to every process. Who does not hear it finds out from the database a second later. */
export async function announce({ pubsub, clock }: FeedContext, change: Omit<DataEvent, 'publishedAt'>): Promise<void> {
  const event: DataEvent = { ...change, publishedAt: clock().toISOString() };
  try {
    await pubsub.publish(channels.data, event);
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error; // the rows are there, and that is what counts
  }
}
