import { setTimeout as pause } from 'node:timers/promises';
import { messageOf } from '@severe/base';
import type { FeedContext } from '../feed.ts';

/** How often waiting jobs are looked for: feeds stop fetching while some frames of a product wait. */
const everyMs = 250;
/** Jobs that are ended at once. */
const batchSize = 1000;

/** Ends waiting frame jobs and removes their files, until the signal aborts. */
export async function discardFrames({
  db,
  objects,
  log,
  signal,
}: Pick<FeedContext, 'db' | 'objects' | 'log' | 'signal'>): Promise<void> {
  while (!signal.aborted) {
    try {
      const due = await db.frameJobs.due(batchSize);
      for (const { id } of due) await db.frameJobs.finish(id, 'skipped', 'only recorded');
      await objects.delete([...new Set(due.map(({ rawKey }) => rawKey))]);
    } catch (error) {
      log.warn({ reason: messageOf(error) }, 'files of recorded frames could not be removed');
    }
    await pause(everyMs, undefined, { signal }).catch(() => undefined); // an AbortError
  }
}
