import { createGate } from '@severe/async';
import { messageOf, type Clock, type Log, type Settings } from '@severe/base';
import { jobs, type RenderFrameJob } from '@severe/catalogue';
import type { Tables } from '@severe/db';
import type { Platform } from '@severe/platform';
import { failpointsOf } from './failpoint.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { startThreads, type Renderer } from './renderer.ts';
import { startRetention } from './retention.ts';
import { runFrameJob, type JobMeans } from './run-job.ts';
import { startTimer } from './timer.ts';

export interface RasterWorkerOptions {
  settings: Settings;
  db: Tables;
  platform: Pick<Platform, 'objects' | 'queue' | 'pubsub'>;
  clock: Clock;
  log: Log;
  simulated: boolean;
  /** Instead of the default patience. */
  limits?: Partial<Limits>;
  /** Instead of threads. */
  renderer?: Renderer;
}

export interface RasterWorker {
  /** Resolves when no job is under way here, or waits whose time has come. */
  idle(): Promise<void>;
  /** Takes no new jobs, waits for those under way, and ends the threads. */
  close(): Promise<void>;
}

/**
 * Makes frames of whatever waits in `frame_jobs`. Messages of the queue wake it, radar before models; a sweep finds what
 * no message came for, so that a queue that forgets everything costs a delay and nothing else.
 */
export function startRasterWorker(options: RasterWorkerOptions): RasterWorker {
  const { settings, db, platform, log } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const renderer = options.renderer ?? startThreads(settings, limits, log);
  const means: JobMeans = {
    ...options,
    ...platform,
    limits,
    failpoint: failpointsOf(settings.failpoint),
    render: renderer.render,
  };
  const gate = createGate('renderer', renderer.width);
  const ending = new AbortController();

  /** A job is taken when a thread is free for it, and not before: its lease runs from there. */
  const run = (id: number) => gate.run(async () => (ending.signal.aborted ? undefined : runFrameJob(id, means)));
  platform.queue.process<RenderFrameJob>(jobs.renderFrame, renderer.width, async ({ frameJob }) => {
    await run(frameJob).catch((error: unknown) => complain(error, frameJob));
  });

  const sweepRows = async (): Promise<void> => {
    for (let taken = 1; taken > 0;) {
      const due = await db.frameJobs.due(2 * renderer.width);
      const results = await Promise.all(due.map(({ id }) => run(id)));
      taken = results.filter(Boolean).length;
    }
  };
  let underway: Promise<void> | undefined;
  /** Two sweeps at a time would only take each other's jobs. */
  const sweep = () => (underway ??= sweepRows().finally(() => (underway = undefined)));
  const complain = (error: unknown, frameJob?: number) =>
    log.error({ frameJob, reason: messageOf(error) }, 'a frame job could not be run or recorded; its row keeps it');

  const sweeping = startTimer(limits.sweepMs, sweep, complain);
  const retention = startRetention({ ...options, objects: platform.objects, pubsub: platform.pubsub, limits });
  return {
    async idle() {
      do await sweep();
      while (!ending.signal.aborted && (await db.frameJobs.due(1)).length > 0);
      await gate.idle();
    },
    async close() {
      ending.abort();
      await Promise.all([sweeping.stop(), retention.stop()]);
      await gate.idle();
      await renderer.close();
    },
  };
}
