import { randomUUID } from 'node:crypto';
import { DataError, messageOf, UpstreamError, type Clock, type Log, type Failpoint } from '@severe/base';
import { frameId, frameKeys, sources, type FrameName } from '@severe/catalogue';
import type { FrameJob, NewFrame, Tables } from '@severe/db';
import type { Objects, Pubsub } from '@severe/platform';
import { recordFailure, SpanKind, traced, type Span } from '@severe/tracing';
import { announce } from './announce.ts';
import { keysOf, nameOf, objectsOf, type FrameObjects } from './frame-objects.ts';
import type { Limits } from './limits.ts';
import type { RenderJob } from './job.ts';
import type { MadeFrame } from './render-frame.ts';

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
  smallBlocks?: RenderJob['smallBlocks'];
  render: (job: RenderJob) => Promise<MadeFrame[]>;
}

/** The result of a job. `first` is false if a frame existed already: then the existing one stays. */
export type JobResult =
  | { state: 'done'; frame: FrameName; made: MadeFrame[]; first: boolean }
  | { state: 'refused' | 'dead' | 'postponed'; frame: FrameName; reason: string };

/**
 * Runs a job: takes it, makes the objects of its frames under names of this attempt, records the frames, and announces them.
 * The rows make all frames visible atomically. A process that dies before it leaves unreferenced objects and a job whose
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
  let made: MadeFrame[];
  let needless: MadeFrame[];
  const renewal = renewLease(job, context);
  try {
    if (job.attempts > context.limits.maxAttempts)
      throw new Error(`${job.attempts - 1} attempts started and none ended`);
    const frames = await traced('render', {}, () => make(job, frame, context));
    made = frames;
    needless = await traced('publish', {}, async () => {
      const refused = await record(frames, context);
      for (const each of frames) await announce('published', each.frame, context.pubsub);
      return refused;
    });
    context.failpoint('raster.after-event');
    await context.db.frameJobs.finish(id, 'done');
  } catch (error) {
    recordFailure(span, error);
    return await endFailed(job, frame, error, context);
  } finally {
    clearInterval(renewal);
  }
  const first = needless.length === 0;
  const ms = Math.round(performance.now() - startedAt);
  context.log.info({ frame: frameId(frame), ...sizesOf(made), ms, first }, 'frame published');
  context.failpoint('raster.before-cleaning');
  const raw = (await context.db.frameJobs.needsRaw(job.rawKey)) ? [] : [job.rawKey]; // several products may share a file
  await removeQuietly([...raw, ...needless.flatMap(({ report }) => keysOf(report))], context);
  return { state: 'done', frame, made, first };
}

function sizesOf(made: readonly MadeFrame[]): { frames: number; tiles: number; bytes: number } {
  const sum = (of: (report: MadeFrame['report']) => number) =>
    made.reduce((total, { report }) => total + of(report), 0);
  return {
    frames: made.length,
    tiles: sum(({ tiles }) => tiles),
    bytes: sum(({ tilesBytes, valuesBytes }) => tilesBytes + valuesBytes),
  };
}

/** Renews the lease of a running job: on a busy machine an attempt takes longer than the lease. */
function renewLease(job: FrameJob, { db, limits, log }: JobContext): NodeJS.Timeout {
  const renew = (): void => {
    db.frameJobs
      .renew(job, limits.leaseMs)
      .catch((error: unknown) => log.warn({ frameJob: job.id, reason: messageOf(error) }, 'lease not renewed'));
  };
  return setInterval(renew, limits.leaseMs / 3);
}

/** Makes and verifies the objects. Only here may they be removed on failure: no row can name them yet. */
async function make(job: FrameJob, frame: FrameName, context: JobContext): Promise<MadeFrame[]> {
  const build = randomUUID();
  let made: MadeFrame[] = [];
  try {
    const { smallBlocks } = context;
    made = await context.render({ ...frame, rawKey: job.rawKey, build, smallBlocks });
    for (const { report } of made) await verify(report, context.objects);
    return made;
  } catch (error) {
    const names = [frame, ...made.map((each) => each.frame)];
    await removeQuietly(
      names.flatMap((name) => Object.values(frameKeys(name, build))),
      context,
    );
    throw error;
  }
}

/** The thread has read both objects back. They must also be visible to this process, which writes the row. */
async function verify(report: FrameObjects, objects: Objects): Promise<void> {
  for (const { key, bytes } of objectsOf(report)) {
    const head = await objects.head(key);
    if (head?.bytes !== bytes) {
      throw new UpstreamError('object store', `${key} should have ${bytes} bytes, it has ${head?.bytes ?? 'no'} bytes`);
    }
  }
}

/**
 * Writes the rows. If that fails, they may or may not exist, so the objects stay; at worst they are unreferenced.
 *
 * @returns what existed already
 */
async function record(made: readonly MadeFrame[], context: JobContext): Promise<MadeFrame[]> {
  const { db, clock, simulated, failpoint } = context;
  failpoint('raster.before-row');
  const publishedAt = clock();
  const rows = made.map(({ frame, report: { tilesKey, tilesBytes, valuesKey, valuesBytes } }) => ({
    ...frame,
    publishedAt,
    tilesKey,
    tilesBytes,
    valuesKey,
    valuesBytes,
    simulated,
  }));
  const inserted = await insertAll(rows, db.frames);
  failpoint('raster.after-row');
  const [{ frame }] = made;
  // A model's valid times are in the future, so its freshness is that of its run.
  if (isSource(frame.family)) await db.sourceRuns.recordData(frame.family, frame.runAt ?? frame.validAt);
  return made.filter(({ report }) => !inserted.includes(report.valuesKey));
}

/** @returns the value files of those that are new */
async function insertAll(rows: NewFrame[], frames: Tables['frames']): Promise<string[]> {
  if (rows.length > 1) return frames.insertRun(rows);
  const [row] = rows;
  return (await frames.insert(row)) ? [row.valuesKey] : [];
}

/** What severe makes itself is as fresh as what it is made from. */
const isSource = (family: string): boolean => sources.some(({ id }) => id === family);

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
    await db.frameJobs.giveUp(job, 'refused', reason);
    log.warn(context, 'file refused');
    return { state: 'refused', frame, reason };
  }
  const isFailure = !(error instanceof UpstreamError);
  const failures = job.failures + (isFailure ? 1 : 0);
  if (failures >= limits.maxFailures || job.attempts >= limits.maxAttempts) {
    await db.frameJobs.giveUp(job, 'dead', reason);
    log.error({ ...context, err: error }, 'frame job is dead');
    return { state: 'dead', frame, reason };
  }
  const waitMs = Math.min(limits.maxBackoffMs, limits.backoffMs * 2 ** ((isFailure ? failures : job.attempts) - 1));
  await db.frameJobs.postpone(job, waitMs, reason, isFailure);
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
