import { randomUUID } from 'node:crypto';
import { DataError, messageOf, UpstreamError, type Clock, type Log, type Failpoint } from '@severe/base';
import { frameId, frameKeys, type FrameName } from '@severe/catalogue';
import type { FrameJob, Tables } from '@severe/db';
import type { Objects, Pubsub } from '@severe/platform';
import { recordFailure, SpanKind, traced, type Span } from '@severe/tracing';
import { announce } from './announce.ts';
import { keysOf, nameOf, objectsOf } from './frame-objects.ts';
import type { Limits } from './limits.ts';
import type { RenderJob } from './job.ts';
import type { FrameReport } from './render-frame.ts';

/** Dependencies of a job. */
export interface JobContext {
  db: Tables;
  objects: Objects;
  pubsub: Pubsub;
  clock: Clock;
  log: Log;
  simulated: boolean;
  limits: Limits;
  failpoint: Failpoint;
  render: (job: RenderJob) => Promise<FrameReport>;
}

/** The result of a job. `first` is false if the frame existed already: then the existing one stays. */
export type JobResult =
  | { state: 'done'; frame: FrameName; report: FrameReport; first: boolean }
  | { state: 'refused' | 'dead' | 'postponed'; frame: FrameName; reason: string };

/**
 * Runs a job: takes it, makes both objects under names of this attempt, records the frame, and announces it.
 * The row makes the frame visible atomically. A process that dies before it leaves unreferenced objects and a job whose
 * lease ends; one that dies after it leaves a job that ends when it is tried again.
 *
 * @returns undefined if another worker has the job, or it has ended
 */
export async function runFrameJob(id: number, context: JobContext): Promise<JobResult | undefined> {
  const job = await context.db.frameJobs.claim(id, context.limits.leaseMs);
  if (!job) return undefined;
  context.failpoint('raster.taken');
  const frame = nameOf(job);
  const attributes = {
    'severe.source': job.family,
    'severe.product': job.product,
    'severe.frame': frameId(frame),
    'severe.attempt': job.attempts,
  };
  const { traceparent: parent } = job;
  return traced('frame', { parent, kind: SpanKind.CONSUMER, attributes }, (span) =>
    runTaken(job, frame, context, span),
  );
}

async function runTaken(job: FrameJob, frame: FrameName, context: JobContext, span: Span): Promise<JobResult> {
  const { id } = job;
  const startedAt = performance.now();
  let report: FrameReport;
  let first: boolean;
  const renewal = renewLease(id, context);
  try {
    if (job.attempts > context.limits.maxAttempts)
      throw new Error(`${job.attempts - 1} attempts started and none ended`);
    report = await traced('render', {}, () => make(job, frame, context));
    const made = report;
    first = await traced('publish', {}, async () => {
      const isFirst = await record(frame, made, context);
      await announce('published', frame, context.pubsub);
      return isFirst;
    });
    context.failpoint('raster.after-event');
    await context.db.frameJobs.finish(id, 'done');
  } catch (error) {
    recordFailure(span, error);
    return await endFailed(job, frame, error, context);
  } finally {
    clearInterval(renewal);
  }
  const { tiles, tilesBytes, valuesBytes } = report;
  const ms = Math.round(performance.now() - startedAt);
  context.log.info({ frame: frameId(frame), tiles, bytes: tilesBytes + valuesBytes, ms, first }, 'frame published');
  context.failpoint('raster.before-cleaning');
  const needless = (await context.db.frameJobs.needsRaw(job.rawKey)) ? [] : [job.rawKey]; // several products may share a file
  await removeQuietly([...needless, ...(first ? [] : keysOf(report))], context);
  return { state: 'done', frame, report, first };
}

/** Renews the lease of a running job: on a busy machine an attempt takes longer than the lease. */
function renewLease(id: number, { db, limits, log }: JobContext): NodeJS.Timeout {
  const renew = (): void => {
    db.frameJobs
      .renew(id, limits.leaseMs)
      .catch((error: unknown) => log.warn({ frameJob: id, reason: messageOf(error) }, 'lease not renewed'));
  };
  return setInterval(renew, limits.leaseMs / 3);
}

/** Makes and verifies the objects. Only here may they be removed on failure: no row can name them yet. */
async function make(job: FrameJob, frame: FrameName, context: JobContext): Promise<FrameReport> {
  const build = randomUUID();
  try {
    const report = await context.render({ ...frame, rawKey: job.rawKey, build });
    await verify(report, context.objects);
    return report;
  } catch (error) {
    await removeQuietly(Object.values(frameKeys(frame, build)), context);
    throw error;
  }
}

/** The thread has read both objects back. They must also be visible to this process, which writes the row. */
async function verify(report: FrameReport, objects: Objects): Promise<void> {
  for (const { key, bytes } of objectsOf(report)) {
    const head = await objects.head(key);
    if (head?.bytes !== bytes) {
      throw new UpstreamError('object store', `${key} should have ${bytes} bytes, it has ${head?.bytes ?? 'no'} bytes`);
    }
  }
}

/**
 * Writes the row. If that fails, the row may or may not exist, so the objects stay; at worst they are unreferenced.
 *
 * @returns whether this attempt became the frame
 */
async function record(frame: FrameName, report: FrameReport, context: JobContext): Promise<boolean> {
  const { db, clock, simulated, failpoint } = context;
  const { tilesKey, tilesBytes, valuesKey, valuesBytes } = report;
  failpoint('raster.before-row');
  const objects = { tilesKey, tilesBytes, valuesKey, valuesBytes };
  const first = await db.frames.insert({ ...frame, publishedAt: clock(), ...objects, simulated });
  failpoint('raster.after-row');
  // A model's valid times are in the future, so its freshness is that of its run.
  await db.sourceRuns.recordData(frame.family, frame.runAt ?? frame.validAt);
  return first;
}

/** An error of a reader on a machine without enough memory: a retry may succeed. */
const ofTheMachine = new Set(['netcdf-too-hungry', 'netcdf-stuck']);

/**
 * Unreadable files are refused permanently. Unavailable systems are no failure of the job: it is retried with increasing
 * delays. Other failures are retried up to the limit; then the job is dead.
 */
async function endFailed(
  job: FrameJob,
  frame: FrameName,
  error: unknown,
  { db, log, limits }: JobContext,
): Promise<JobResult> {
  const reason = reasonOf(error);
  const context = { frame: frameId(frame), attempts: job.attempts, reason };
  if (error instanceof DataError && !ofTheMachine.has(error.code)) {
    await db.frameJobs.finish(job.id, 'refused', reason);
    log.warn(context, 'file refused');
    return { state: 'refused', frame, reason };
  }
  const isFailure = !(error instanceof UpstreamError);
  const failures = job.failures + (isFailure ? 1 : 0);
  if (failures >= limits.maxFailures || job.attempts >= limits.maxAttempts) {
    await db.frameJobs.finish(job.id, 'dead', reason);
    log.error({ ...context, err: error }, 'frame job is dead');
    return { state: 'dead', frame, reason };
  }
  const waitMs = Math.min(limits.maxBackoffMs, limits.backoffMs * 2 ** ((isFailure ? failures : job.attempts) - 1));
  await db.frameJobs.postpone(job.id, waitMs, reason, isFailure);
  log.warn({ ...context, waitMs }, 'frame failed; it will be retried');
  return { state: 'postponed', frame, reason };
}

/** The error as one line, short enough for the health page. */
function reasonOf(error: unknown): string {
  return messageOf(error).replace(/\s+/g, ' ').slice(0, 500);
}

/** Deletes objects; the retention sweep finds those that cannot be deleted now. */
async function removeQuietly(keys: string[], { objects, log }: JobContext): Promise<void> {
  try {
    await objects.delete(keys);
  } catch (error) {
    log.warn({ keys, reason: messageOf(error) }, 'objects not deleted; the retention sweep will delete them');
  }
}
