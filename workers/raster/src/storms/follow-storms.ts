import { minuteMs } from '@severe/async';
import { DataError, messageOf, type Clock, type Log } from '@severe/base';
import { frameId, type FrameFamily } from '@severe/catalogue';
import type { Frame, Tables } from '@severe/db';
import type { Pubsub } from '@severe/platform';
import { flashSpanMs } from '@severe/storms';
import { announceData } from '../announce.ts';
import { attributeProducts, type Attribute, type StormReport, type StormState, type StormTask } from './storm-task.ts';

export interface StormContext {
  db: Pick<Tables, 'frames' | 'frameJobs' | 'stormCells' | 'lightning'>;
  pubsub: Pubsub;
  clock: Clock;
  log: Log;
  /** Finds the storm cells of a frame, in a thread. */
  findStorms: (task: StormTask) => Promise<StormReport>;
}

interface StormFollower {
  /** Tracks all frames that are due, oldest first. Concurrent calls share one run. */
  follow(): Promise<void>;
  /** Tracks no further frame; resolves when the current one has ended. */
  stop(): Promise<void>;
}

/** The product in whose frames storm cells are looked for. */
export const stormProduct = 'composite-reflectivity';

/** Frames before the newest that are tracked at the first start and after an outage. */
const historyMs = 40 * minuteMs;
/** A longer gap begins new tracks, see `@severe/storms`. */
const longestPauseMs = 20 * minuteMs;
/** New tracks begin when this many frames are there, since older frames arrive after newer ones at a start … */
const framesAtStart = 8;
/** … or when one has been there for this long. */
const longestWaitMs = 3 * minuteMs;

/** Farthest frame of another product, in time. */
const farthestMs = 5 * minuteMs;
/** Intervals of 20 s with lightning data, of the fifteen in five minutes, that are needed to count flashes. */
const leastGranules = 12;

/** Attempts at a frame, in this process. */
const mostAttempts = 3;

/**
 * Tracks storm cells from frame to frame of the composite. The database says which frame is next, so that nothing is lost
 * if a process ends; of two processes at one frame the first one stores it.
 */
export function createStormFollower(context: StormContext): StormFollower {
  const failures = new Map<number, number>();
  const ending = new AbortController();
  let underway: Promise<void> | undefined;

  async function followAll(): Promise<void> {
    for (let next = await nextTask(); next && !ending.signal.aborted; next = await nextTask())
      await trackFrame(next.frame, next.task);
  }

  async function nextTask(): Promise<{ frame: Frame; task: StormTask } | undefined> {
    const frames = await context.db.frames.all('radar');
    return chooseTask(context, frames, ({ id }) => (failures.get(id) ?? 0) < mostAttempts);
  }

  async function trackFrame(frame: Frame, task: StormTask): Promise<void> {
    const { db, log } = context;
    try {
      const { state, cells } = await context.findStorms(task);
      const isFirst = await db.stormCells.store({ frameAt: frame.validAt, state }, cells);
      failures.clear();
      if (isFirst) await announceData('storm_cells', context);
      log.debug({ frame: nameOf(frame), cells: cells.length, isFirst }, 'storm cells tracked');
    } catch (error) {
      // An unreadable file stays so; any other failure may pass.
      const count = error instanceof DataError ? mostAttempts : (failures.get(frame.id) ?? 0) + 1;
      failures.set(frame.id, count);
      log.warn({ frame: nameOf(frame), attempts: count, reason: messageOf(error) }, 'storm cells could not be tracked');
      if (!(error instanceof DataError)) throw error;
    }
  }

  return {
    follow: () => (underway ??= followAll().finally(() => (underway = undefined))),
    async stop() {
      ending.abort();
      await underway?.catch(() => undefined); // reported to the caller of `follow`
    },
  };
}

/** The next frame to track, with all that tracking needs; undefined if there is none, or an older one may still come. */
async function chooseTask(
  { db, clock }: StormContext,
  frames: Frame[],
  isUsable: (frame: Frame) => boolean,
): Promise<{ frame: Frame; task: StormTask } | undefined> {
  const composites = frames.filter(({ product }) => product === stormProduct);
  const newest = composites.at(-1);
  if (!newest) return undefined;
  const scan = await db.stormCells.newestScan();
  const since = Math.max(scan?.frameAt.getTime() ?? 0, newest.validAt.getTime() - historyMs);
  const due = composites.filter(({ validAt }) => validAt.getTime() > since);
  const next = due.find(isUsable);
  if (!next) return undefined;

  const continues = scan !== undefined && next.validAt.getTime() - scan.frameAt.getTime() <= longestPauseMs;
  if (continues) {
    if (await db.frameJobs.isPendingBetween('radar', stormProduct, scan.frameAt, next.validAt)) return undefined;
  } else {
    const waited = clock().getTime() - Math.min(...due.map(({ publishedAt }) => publishedAt.getTime()));
    if (due.length < framesAtStart && waited < longestWaitMs) return undefined;
  }
  const task = {
    frameAt: next.validAt,
    valuesKey: next.valuesKey,
    attributes: attributesNear(frames, next.validAt),
    state: continues ? (scan.state as StormState) : null,
    flashes: await flashesBefore(db, next.validAt),
  };
  return { frame: next, task };
}

/** Value files of the frames nearest in time. */
function attributesNear(frames: Frame[], at: Date): StormTask['attributes'] {
  const distance = ({ validAt }: Frame) => Math.abs(validAt.getTime() - at.getTime());
  const near: StormTask['attributes'] = {};
  for (const [name, product] of Object.entries(attributeProducts) as [Attribute, string][]) {
    const [best] = frames.filter((frame) => frame.product === product).toSorted((a, b) => distance(a) - distance(b));
    if (best && distance(best) <= farthestMs) near[name] = best.valuesKey;
  }
  return near;
}

/** The flashes before a frame; null if a part of the lightning data is missing. */
async function flashesBefore({ lightning }: StormContext['db'], end: Date): Promise<StormTask['flashes']> {
  const { granules, text } = await lightning.recent(new Date(end.getTime() - flashSpanMs), end);
  return granules >= leastGranules ? { end, text } : null;
}

function nameOf({ family, product, runAt, validAt }: Frame): string {
  return frameId({ family: family as FrameFamily, product, runAt, validAt });
}
