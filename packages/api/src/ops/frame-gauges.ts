import { hourMs } from '@severe/async';
import type { Clock } from '@severe/base';
import { frameFamilies, jobs } from '@severe/catalogue';
import type { Database } from '@severe/db';
import type { Platform } from '@severe/platform';
import type { Metrics } from './metrics.ts';

/** How a job of a frame can end. */
const endedStates = ['done', 'skipped', 'refused', 'dead'] as const;

/** Adds the metrics of the drawing of frames. They are read from the stores, so each process reports those of all workers. */
export function addFrameGauges(
  { gauge, gauges }: Pick<Metrics, 'gauge' | 'gauges'>,
  {
    db,
    platform,
    clock,
  }: { db: Pick<Database, 'frameJobs' | 'frames'>; platform: Pick<Platform, 'queue'>; clock: Clock },
): void {
  const hourAgo = (): Date => new Date(clock().getTime() - hourMs);
  gauge('severe_queue_jobs', 'Jobs of the raster queue, by state.', 'state', async () => ({
    ...(await platform.queue.counts(jobs.renderFrame)),
  }));
  gauge('severe_frames_waiting', 'Frames that wait to be rendered, by family.', 'family', async () => {
    const waiting = await Promise.all(frameFamilies.map((family) => db.frameJobs.waiting(family)));
    return Object.fromEntries(frameFamilies.map((family, i) => [family, sum(waiting[i].values())]));
  });
  gauges(
    'severe_frames_ended_hour',
    'Frames that ended in the last hour, by outcome: published, replaced by newer ones, unreadable, or failed too often.',
    ['family', 'outcome'],
    async () => {
      const ended = await db.frameJobs.ended(hourAgo());
      return frameFamilies.flatMap((family) =>
        endedStates.map((outcome) => {
          const found = ended.find((each) => each.family === family && each.state === outcome);
          return { labels: { family, outcome }, value: found?.count ?? 0 };
        }),
      );
    },
  );
  gauge('severe_frames_given_up', 'Frames that were given up and wait for a retry, by family.', 'family', async () => {
    const counts = await db.frameJobs.givenUpCounts();
    return Object.fromEntries(frameFamilies.map((family) => [family, counts.get(family) ?? 0]));
  });
  gauges(
    'severe_frame_delay_seconds',
    'Time from the moment that a frame shows, or from the start of its run, until it was visible; of the last hour.',
    ['family', 'quantile'],
    async () =>
      (await db.frames.delays(hourAgo())).flatMap(({ family, median, longest }) => [
        { labels: { family, quantile: '0.5' }, value: median },
        { labels: { family, quantile: '1' }, value: longest },
      ]),
  );
}

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
