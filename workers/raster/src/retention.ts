import { hourMs, startTimer, type Timer } from '@severe/async';
import { messageOf, type Clock, type Log, type Settings } from '@severe/base';
import { frameFamilies, modelIds, models, nowcast, productsOf, type Family, type FrameFamily } from '@severe/catalogue';
import type { Frame, Tables } from '@severe/db';
import type { Objects, Pubsub } from '@severe/platform';
import { announce } from './announce.ts';
import { keysOf } from './frame-objects.ts';
import { allJobs, type Limits } from './limits.ts';

interface RetentionContext {
  settings: Pick<
    Settings,
    'frameRetentionHours' | 'satelliteRetentionHours' | 'nexradRetentionHours' | 'modelRunsKept'
  >;
  db: Tables;
  objects: Objects;
  pubsub: Pubsub;
  clock: Clock;
  log: Log;
  limits: Limits;
}

/** Removes old frames, now and periodically. */
export function startRetention(context: RetentionContext): Timer {
  const suspects: Suspects = new Map();
  return startTimer(
    context.limits.retentionMs,
    () => sweepOnce(context, suspects),
    (error) => context.log.error({ reason: messageOf(error) }, 'removal of old frames failed'),
  );
}

/** Unreferenced objects by key, with the time of detection (wall clock, milliseconds since 1970). */
export type Suspects = Map<string, number>;

/**
 * One sweep. It removes rows of old frames and announces that; then it deletes objects, of these frames and
 * unreferenced ones, once no reader can use them.
 * Frames are aged against the newest frame of their family, so a silent provider keeps its frames. Objects are aged by
 * the store's modification time, in real time, also if the service replays another time.
 */
export async function sweepOnce(context: RetentionContext, suspects: Suspects, wallClock = Date.now()): Promise<void> {
  for (const frame of await removeOldFrames(context)) {
    for (const key of keysOf(frame)) suspects.set(key, wallClock);
  }
  await findOrphans(context, suspects, wallClock);
  await removeSuspects(context, suspects, wallClock);
  await pruneJobs(context);
}

/** Long runs that are kept although more than `modelRunsKept` are newer: one while the next one arrives. */
const longRunsKept = 2;

/** Retention of gridded observations, hours. */
const hoursKept = (settings: RetentionContext['settings']) => ({
  radar: settings.frameRetentionHours,
  satellite: settings.satelliteRetentionHours,
});

async function removeOldFrames({ db, settings, pubsub, log }: RetentionContext): Promise<Frame[]> {
  const removed: Frame[] = [];
  for (const [family, hours] of Object.entries(hoursKept(settings))) {
    for (const { id } of productsOf(family as Family)) {
      removed.push(...(await db.frames.removeOld(family, id, hours * hourMs)));
    }
  }
  const sites = new Set((await db.frames.all('nexrad')).map(({ product }) => product));
  for (const site of sites) {
    removed.push(...(await db.frames.removeOld('nexrad', site, settings.nexradRetentionHours * hourMs)));
  }
  for (const id of modelIds) {
    const longRuns = { everyHours: models[id].longRunEveryHours, keep: longRunsKept };
    removed.push(...(await db.frames.removeOldRuns(id, settings.modelRunsKept, longRuns)));
  }
  removed.push(...(await db.frames.removeOldRuns('nowcast', nowcast.runsKept)));
  for (const frame of removed) {
    await announce('removed', { ...frame, family: frame.family as FrameFamily }, pubsub);
  }
  if (removed.length > 0) log.info({ frames: removed.length }, 'old frames removed');
  return removed;
}

/**
 * Finds unreferenced objects: under `frames/` if no row names them and they are too old for a running attempt, and
 * provider's files without a waiting job.
 */
async function findOrphans(
  { db, objects, limits }: RetentionContext,
  suspects: Suspects,
  wallClock: number,
): Promise<void> {
  const needed = new Set<string>();
  for (const family of frameFamilies) {
    for (const frame of await db.frames.all(family)) for (const key of keysOf(frame)) needed.add(key);
  }
  for (const { rawKey } of await db.frameJobs.due(allJobs)) needed.add(rawKey);

  for (const [prefix, age] of [['frames/', limits.orphanMs] as const, ['raw/', limits.rawMs] as const]) {
    for await (const { key, modifiedAt } of objects.list(prefix)) {
      const old = wallClock - modifiedAt.getTime() >= age;
      if (old && !needed.has(key) && !suspects.has(key)) suspects.set(key, wallClock);
    }
  }
}

/** Deletes objects that have been unreferenced for the grace period and still are, in the rows of both worlds. */
async function removeSuspects(
  { db, objects, limits, log }: RetentionContext,
  suspects: Suspects,
  wallClock: number,
): Promise<void> {
  const gone: string[] = [];
  for (const [key, since] of suspects) {
    if (wallClock - since < limits.graceMs) continue;
    suspects.delete(key);
    if (!(await db.frames.namesObject(key))) gone.push(key);
  }
  if (gone.length === 0) return;
  await objects.delete(gone);
  log.debug({ objects: gone.length }, 'unreferenced objects removed');
}

/** Deletes rows of jobs that ended long ago, and files that only they name. */
async function pruneJobs({ db, objects, clock, limits }: RetentionContext): Promise<void> {
  const keys = await db.frameJobs.removeEnded(new Date(clock().getTime() - limits.endedJobsMs));
  await objects.delete(keys);
}
