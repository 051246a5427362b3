import { UpstreamError } from '@severe/base';
import { jobs } from '@severe/catalogue';
import type { FeedContext } from './feed.ts';

/** Wakes the worker that matches alerts with webhooks and saved locations. Without the queue, it finds the change itself. */
export async function wakeMatching({ queue }: Pick<FeedContext, 'queue'>): Promise<void> {
  try {
    await queue.add(jobs.matchAlerts, {});
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
  }
}
