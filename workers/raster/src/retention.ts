import { hourMs } from '@severe/async';
import { messageOf, type Clock, type Log, type Settings } from '@severe/base';
import { frameFamilies, productsOf, type Family, type FrameFamily } from '@severe/catalogue';
import type { Frame, Tables } from '@severe/db';
import type { Objects, Pubsub } from '@severe/platform';
import { announce } from './announce.ts';
import type { Limits } from './limits.ts';
import { startTimer, type Timer } from './timer.ts';

export interface RetentionMeans {
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

/** More than ever wait. */
const allJobs = 100_000;

/** Removes what is old, now and every few minutes. */
export function startRetention(means: RetentionMeans): Timer {
  const suspects: Suspects = new Map();
  return startTimer(
    means.limits.retentionMs,
    () => sweepOnce(means, suspects),
    (error) => means.log.error({ reason: messageOf(error) }, 'old frames could not be removed'),
  );
}

/** Objects that seem to belong to nobody, and since when: on the wall clock, in milliseconds. */
export type Suspects = Map<string, number>;

/**
 * One round: rows of old frames go first, and readers are told; their objects, like those that no row ever named, go
 * when nobody can be reading them any more.
 *
 * Frames go by the times of their own family's newest, so a provider that is silent for a day empties nothing. The age
 * of an object is told by the store, in real time, whatever time the service plays.
 */
export async function sweepOnce(means: RetentionMeans, suspects: Suspects, wallClock = Date.now()): Promise<void> {
  for (const frame of await removeOldFrames(means)) {
    for (const key of keysOf(frame)) suspects.set(key, wallClock);
  }
  await findOrphans(means, suspects, wallClock);
  await removeSuspects(means, suspects, wallClock);
  await pruneJobs(means);
}

/** How long frames are kept of what was measured on a grid. */
const hoursKept = (settings: RetentionMeans['settings']) => ({
  radar: settings.frameRetentionHours,
  satellite: settings.satelliteRetentionHours,
});

async function removeOldFrames({ db, settings, pubsub, log }: RetentionMeans): Promise<Frame[]> {
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
  removed.push(...(await db.frames.removeOldRuns('hrrr', settings.modelRunsKept)));
  for (const frame of removed) {
    await announce('removed', { ...frame, family: frame.family as FrameFamily }, pubsub, log);
  }
  if (removed.length > 0) log.info({ frames: removed.length }, 'old frames were removed');
  return removed;
}

/**
 * Notes what nobody needs: objects under `frames/` that no row names and that are too old to be of a frame in the making,
 * and provider's files for which no job waits.
 */
async function findOrphans(
  { db, objects, limits }: RetentionMeans,
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

/** Objects that were suspects for the time of grace, and that still no row of either world names. */
async function removeSuspects(
  { db, objects, limits, log }: RetentionMeans,
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
  log.debug({ objects: gone.length }, 'objects that no frame names were removed');
}

/** Rows of jobs that ended long ago, and the files that only they named. */
async function pruneJobs({ db, objects, clock, limits }: RetentionMeans): Promise<void> {
  const keys = await db.frameJobs.removeEnded(new Date(clock().getTime() - limits.endedJobsMs));
  await objects.delete(keys);
}

const keysOf = ({ tilesKey, valuesKey }: Frame) => [...(tilesKey ? [tilesKey] : []), valuesKey];
