import { createGate, startTimer } from '@severe/async';
import { failpointsOf, messageOf, type Clock, type Log, type Settings } from '@severe/base';
import { jobs, type RenderFrameJob } from '@severe/catalogue';
import type { Tables } from '@severe/db';
import type { Platform } from '@severe/platform';
import { defaultLimits, type Limits } from './limits.ts';
import { createThreadRenderer, type Renderer } from './renderer.ts';
import { startRetention } from './retention.ts';
import { runFrameJob, type JobContext } from './run-job.ts';
import { createStormFollower, stormProduct } from './storms/follow-storms.ts';

export interface RasterWorkerOptions {
  settings: Settings;
  db: Tables;
  platform: Pick<Platform, 'objects' | 'queue' | 'pubsub'>;
  clock: Clock;
  log: Log;
  simulated: boolean;
  /** Replaces default limits. */
  limits?: Partial<Limits>;
  /** Replaces the threads. */
  renderer?: Renderer;
}

export interface RasterWorker {
  /** Resolves when no job runs here and none is due. */
  idle(): Promise<void>;
  /** Takes no new jobs, waits for running ones, and ends the threads. */
  close(): Promise<void>;
}

/**
 * Starts the worker, which makes the frames of the jobs in `frame_jobs`. Queue messages wake it, radar before models; a
 * periodic sweep finds jobs without a message, so a lost message costs only a delay.
 */
export function startRasterWorker(options: RasterWorkerOptions): RasterWorker {
  const { settings, db, platform, log } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const renderer = options.renderer ?? createThreadRenderer(settings, limits, log);
  const context: JobContext = {
    ...options,
    ...platform,
    limits,
    failpoint: failpointsOf(settings.failpoint),
    render: renderer.render,
  };
  const gate = createGate('renderer', renderer.width);
  const ending = new AbortController();

  const storms = createStormFollower({
    ...options,
    ...platform,
    findStorms: (task) => gate.run(() => renderer.findStorms(task)),
  });
  const complainOfStorms = (error: unknown) =>
    log.error({ reason: messageOf(error) }, 'storm cells could not be tracked; it will be tried again');

  /** Takes a job only when a thread is free, since its lease starts then. */
  const run = async (id: number) => {
    const result = await gate.run(async () => (ending.signal.aborted ? undefined : runFrameJob(id, context)));
    if (result?.state === 'done' && result.frame.product === stormProduct) void storms.follow().catch(complainOfStorms);
    return result;
  };
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
  /** Concurrent sweeps would compete for the same jobs. */
  const sweep = () => (underway ??= sweepRows().finally(() => (underway = undefined)));
  const complain = (error: unknown, frameJob?: number) =>
    log.error({ frameJob, reason: messageOf(error) }, 'frame job could not be run or recorded; it will be retried');

  const sweeping = startTimer(limits.sweepMs, sweep, complain);
  const following = startTimer(limits.sweepMs, () => storms.follow(), complainOfStorms);
  const retention = startRetention({ ...options, objects: platform.objects, pubsub: platform.pubsub, limits });
  return {
    async idle() {
      do await sweep();
      while (!ending.signal.aborted && (await db.frameJobs.due(1)).length > 0);
      await gate.idle();
    },
    async close() {
      ending.abort();
      await Promise.all([sweeping.stop(), retention.stop(), following.stop(), storms.stop()]);
      await gate.idle();
      await renderer.close();
    },
  };
}
