import { randomUUID } from 'node:crypto';
import { DataError, messageOf, UpstreamError, type Clock, type Log } from '@severe/base';
import { frameId, frameKeys, type FrameFamily, type FrameName } from '@severe/catalogue';
import type { FrameJob, Tables } from '@severe/db';
import type { Objects, Pubsub } from '@severe/platform';
import { announce } from './announce.ts';
import type { Failpoint } from './failpoint.ts';
import type { Limits } from './limits.ts';
import type { RenderJob } from './job.ts';
import type { FrameReport } from './render-frame.ts';

/** What running a job needs. */
export interface JobMeans {
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

/** What came of a job. `first` is false where the frame was there already: then that one stays. */
export type JobResult =
  | { state: 'done'; frame: FrameName; report: FrameReport; first: boolean }
  | { state: 'refused' | 'dead' | 'postponed'; frame: FrameName; reason: string };

/**
 * The road of a frame: take the job, make both objects under a name of this attempt, record the frame, announce it.
 *
 * The row makes the frame visible, whole and once. A process that dies before leaves objects that nobody names, and a
 * job whose lease ends; one that dies after leaves a job that ends when it is tried again.
 *
 * @returns undefined when somebody else has the job, or it has ended
 */
export async function runFrameJob(id: number, means: JobMeans): Promise<JobResult | undefined> {
  const job = await means.db.frameJobs.claim(id, means.limits.leaseMs);
  if (!job) return undefined;
  means.failpoint('raster.taken');
  const frame = nameOf(job);
  const startedAt = performance.now();
  let report: FrameReport;
  let first: boolean;
  try {
    report = await make(job, frame, means);
    first = await record(frame, report, means);
    await announce('published', frame, means.pubsub, means.log);
    means.failpoint('raster.after-event');
    await means.db.frameJobs.finish(id, 'done');
  } catch (error) {
    return await recordFailure(job, frame, error, means);
  }
  const { tiles, tilesBytes, valuesBytes } = report;
  const ms = Math.round(performance.now() - startedAt);
  means.log.info({ frame: frameId(frame), tiles, bytes: tilesBytes + valuesBytes, ms, first }, 'a frame was published');
  means.failpoint('raster.before-cleaning');
  const needless = (await means.db.frameJobs.needsRaw(job.rawKey)) ? [] : [job.rawKey]; // several products share some
  await removeQuietly([...needless, ...(first ? [] : keysOf(report))], means);
  return { state: 'done', frame, report, first };
}

/** Makes the objects and checks that they are there. Only here may they be removed again: nobody can have named them. */
async function make(job: FrameJob, frame: FrameName, means: JobMeans): Promise<FrameReport> {
  if (job.attempts > means.limits.mostTakes) throw new Error(`it was begun ${job.attempts - 1} times and never ended`);
  const build = randomUUID();
  try {
    const report = await means.render({ ...frame, rawKey: job.rawKey, build });
    await verify(report, means.objects);
    return report;
  } catch (error) {
    await removeQuietly(Object.values(frameKeys(frame, build)), means);
    throw error;
  }
}

/** The thread has read both objects back; they must be seen from here too, for this is where the row is written. */
async function verify({ tilesKey, tilesBytes, valuesKey, valuesBytes }: FrameReport, objects: Objects): Promise<void> {
  for (const [key, bytes] of [[tilesKey, tilesBytes] as const, [valuesKey, valuesBytes] as const]) {
    if (key === null) continue;
    const head = await objects.head(key);
    if (head?.bytes !== bytes) {
      throw new UpstreamError('object store', `${key} should have ${bytes} bytes, it has ${head?.bytes ?? 'no'} bytes`);
    }
  }
}

/**
 * Writes the row. When that fails nobody knows whether it was written: the objects stay, and are orphans at worst.
 *
 * @returns whether this attempt became the frame
 */
async function record(frame: FrameName, report: FrameReport, means: JobMeans): Promise<boolean> {
  const { db, clock, simulated, failpoint } = means;
  const { tilesKey, tilesBytes, valuesKey, valuesBytes } = report;
  failpoint('raster.before-row');
  const objects = { tilesKey, tilesBytes, valuesKey, valuesBytes };
  const first = await db.frames.insert({ ...frame, publishedAt: clock(), ...objects, simulated });
  failpoint('raster.after-row');
  // A model's valid times lie in the future: how fresh it is, its run says.
  await db.sourceRuns.recordData(frame.family, frame.runAt ?? frame.validAt);
  return first;
}

/** What a reader says of a file on a machine that has no time or memory for it just now: a lesser load may prove it wrong. */
const ofTheMachine = new Set(['netcdf-too-slow', 'netcdf-too-hungry']);

/**
 * Unreadable bytes are refused for good. A system that is away is waited for, with growing patience. Whatever else goes
 * wrong is tried again as often as the limits say, and then kept as dead.
 */
async function recordFailure(
  job: FrameJob,
  frame: FrameName,
  error: unknown,
  { db, clock, log, limits }: JobMeans,
): Promise<JobResult> {
  const reason = reasonOf(error);
  const context = { frame: frameId(frame), attempts: job.attempts, reason };
  if (error instanceof DataError && !ofTheMachine.has(error.code)) {
    await db.frameJobs.finish(job.id, 'refused', reason);
    log.warn(context, 'a file was refused');
    return { state: 'refused', frame, reason };
  }
  const most = error instanceof UpstreamError ? limits.mostTakes : limits.mostFailures;
  if (job.attempts >= most) {
    await db.frameJobs.finish(job.id, 'dead', reason);
    log.error({ ...context, err: error }, 'a frame was given up');
    return { state: 'dead', frame, reason };
  }
  const waitMs = Math.min(limits.longestBackoffMs, limits.backoffMs * 2 ** (job.attempts - 1));
  await db.frameJobs.postpone(job.id, new Date(clock().getTime() + waitMs), reason);
  log.warn({ ...context, waitMs }, 'a frame could not be made, and is tried again');
  return { state: 'postponed', frame, reason };
}

/** One line, of a length that a page of health can show. */
function reasonOf(error: unknown): string {
  const stopped = error instanceof Error && error.name === 'AbortError';
  const message = stopped ? 'making it took too long and was stopped' : messageOf(error);
  return message.replace(/\s+/g, ' ').slice(0, 500);
}

/** Objects that cannot be removed now are found by the retention sweep. */
async function removeQuietly(keys: string[], { objects, log }: JobMeans): Promise<void> {
  try {
    await objects.delete(keys);
  } catch (error) {
    log.warn({ keys, reason: messageOf(error) }, 'left behind for the retention sweep');
  }
}

function nameOf({ family, product, runAt, validAt }: FrameJob): FrameName {
  return { family: family as FrameFamily, product, runAt, validAt };
}

const keysOf = ({ tilesKey, valuesKey }: FrameReport) => [...(tilesKey ? [tilesKey] : []), valuesKey];
