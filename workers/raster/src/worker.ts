import { createGate, startTimer } from '@severe/async';
import { failpointsOf, messageOf, type Clock, type Log, type Settings } from '@severe/base';
import { jobs, type FrameName } from '@severe/catalogue';
import type { Tables } from '@severe/db';
import type { Platform } from '@severe/platform';
import { defaultLimits, type Limits } from './limits.ts';
import { createThreadRenderer, type Renderer } from './renderer.ts';
import { startRetention } from './retention.ts';
import { runFrameJob, type JobContext, type JobResult } from './run-job.ts';
import { requestNowcast } from './nowcast/request-nowcast.ts';
import { createArrivalTeller } from './nowcast/tell-arrivals.ts';
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
 * Starts the worker, which makes the frames of the jobs in `frame_jobs`. Each queue message lets it make the most urgent one,
 * whichever the message is about. A periodic sweep finds jobs without a message, so a lost message costs only a delay.
 */
export function startRasterWorker(options: RasterWorkerOptions): RasterWorker {
  const { settings, db, platform, log } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const renderer = options.renderer ?? createThreadRenderer(settings, platform.objects, limits, log);
  const context: JobContext = {
    ...options,
    ...platform,
    limits,
    failpoint: failpointsOf(settings.failpoint),
    smallBlocks: !settings.databaseUrl, // else a process of 0.3 may read them
    render: renderer.render,
  };
  const gate = createGate(renderer.width);
  const ending = new AbortController();

  const storms = createStormFollower({
    ...options,
    ...platform,
    findStorms: (task) => gate.run(() => renderer.findStorms(task)),
  });
  const complainOfStorms = (error: unknown) =>
    log.error({ reason: messageOf(error) }, 'storm cells could not be tracked; it will be tried again');

  const foresee = async (): Promise<void> => {
    if (settings.nowcast && !ending.signal.aborted) await requestNowcast({ ...options, ...platform });
  };
  const complainOfNowcast = (error: unknown) =>
    log.error({ reason: messageOf(error) }, 'a nowcast could not be requested; it will be tried again');

  const tellArrivals = createArrivalTeller({
    db,
    queue: platform.queue,
    log,
    findArrivals: (task) => gate.run(() => renderer.findArrivals(task)),
  });
  const complainOfArrivals = (error: unknown) =>
    log.error({ reason: messageOf(error) }, 'webhooks could not be told of echoes; the next run will');

  /** Runs the most urgent job. Other workers take jobs meanwhile. */
  const runFirst = async (): Promise<JobResult | undefined> => {
    for (const { id } of await db.frameJobs.due(2 * renderer.width)) {
      const result = ending.signal.aborted ? undefined : await runFrameJob(id, context);
      if (result) return result;
    }
    return undefined;
  };
  /** Takes a job only when a thread is free, since its lease starts then, and a more urgent one may have come. */
  const runNext = async (): Promise<JobResult | undefined> => {
    const result = await gate.run(runFirst);
    if (result?.state === 'done' && result.frame.family === 'radar') followRadar(result.frame);
    if (result?.state === 'done' && result.frame.family === 'nowcast')
      void tellArrivals(result.frame).catch(complainOfArrivals);
    return result;
  };
  platform.queue.onWake(jobs.renderFrame, renderer.width, async () => {
    await runNext().catch(complain);
  });

  /** Begins what is made from a new frame. Timers repeat it, so a failure costs a delay only. */
  const followRadar = ({ product }: FrameName): void => {
    if (product === stormProduct) void storms.follow().catch(complainOfStorms);
    void foresee().catch(complainOfNowcast);
  };

  const runAll = async (): Promise<void> => {
    while (await runNext());
  };
  const sweepRows = async (): Promise<void> => {
    await Promise.all(Array.from({ length: renderer.width }, runAll));
  };
  let underway: Promise<void> | undefined;
  /** Concurrent sweeps would compete for the same jobs. */
  const sweep = () => (underway ??= sweepRows().finally(() => (underway = undefined)));
  const complain = (error: unknown) =>
    log.error({ reason: messageOf(error) }, 'frame job could not be run or recorded; it will be retried');

  const sweeping = startTimer(limits.sweepMs, sweep, complain);
  const following = startTimer(limits.sweepMs, () => storms.follow(), complainOfStorms);
  const foreseeing = startTimer(limits.sweepMs, foresee, complainOfNowcast);
  const retention = startRetention({ ...options, objects: platform.objects, pubsub: platform.pubsub, limits });
  return {
    async idle() {
      do await sweep();
      while (!ending.signal.aborted && (await db.frameJobs.due(1)).length > 0);
      await gate.idle();
    },
    async close() {
      ending.abort();
      await Promise.all([sweeping.stop(), retention.stop(), following.stop(), storms.stop(), foreseeing.stop()]);
      await gate.idle();
      await renderer.close();
    },
  };
}
