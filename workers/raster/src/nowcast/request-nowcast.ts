import { minuteMs } from '@severe/async';
import type { Clock, Log } from '@severe/base';
import { frameId, isPast, jobs, nowcastJob, nowcastProducts, rawKey, type FrameName } from '@severe/catalogue';
import type { Frame, Tables } from '@severe/db';
import { pastAges } from '@severe/nowcast';
import type { Objects, Queue } from '@severe/platform';
import { allJobs } from '../limits.ts';
import { inputsEnding, type NowcastInputs } from './inputs.ts';

interface RequestContext {
  db: Pick<Tables, 'frames' | 'frameJobs'>;
  objects: Objects;
  queue: Queue;
  clock: Clock;
  log: Log;
}

/** The mosaic from which motion is found. */
export const composite = 'composite-reflectivity';

/** Mosaics that are moved: what each product of the nowcast is made from. */
const bases = [...new Set(nowcastProducts.flatMap(({ source }) => (source.feed === 'nowcast' ? [source.base] : [])))];

/** The mosaics of one time come within seconds; a run waits this long for those that came before. */
const longestWaitMs = minuteMs;

/** Over a shorter time echoes move by less than they flicker, minutes. */
const shortestPast = 6;
/** Older frames tell nothing of the motion now, minutes. */
const longestPast = 35;

/**
 * Stores a job for the run of the newest frame of the composite, if it has none and that frame is not too old: a radar that
 * is away gives no nowcast. The job waits behind those of newer frames, and of several workers one takes it.
 */
export async function requestNowcast({ db, objects, queue, clock, log }: RequestContext): Promise<void> {
  const frames = await db.frames.all('radar');
  const newest = frames.findLast(({ product }) => product === composite);
  if (!newest || isPast(newest.validAt, clock())) return;
  const past = pastOf(newest, frames);
  if (past.length < 2) return;
  const since = new Date(newest.validAt.getTime() - longestPast * minuteMs);
  if (await db.frameJobs.isPendingBetween('radar', composite, since, newest.validAt)) return; // the loop of the map first
  const moved = frames.filter(({ product, validAt }) => bases.includes(product) && isSame(validAt, newest.validAt));
  const came = bases.filter((id) =>
    frames.some(({ product, validAt }) => product === id && validAt >= past.at(-1)!.validAt),
  );
  const waited = clock().getTime() - newest.publishedAt.getTime();
  if (waited < longestWaitMs && came.some((id) => !moved.some(({ product }) => product === id))) return;
  const job = nowcastJob(newest.validAt);
  if ((await db.frameJobs.existing(job.family, job.product, job.runAt, [job.validAt])).length > 0) return;
  const inputs: NowcastInputs = {
    past: past.map(({ validAt, valuesKey }) => ({ at: validAt.toISOString(), valuesKey })),
    moved: moved.map(({ product, valuesKey }) => ({ product, valuesKey })),
  };
  const key = rawKey(job, inputsEnding);
  await objects.put(key, Buffer.from(JSON.stringify(inputs)));
  const id = await db.frameJobs.insert({ ...job, rawKey: key });
  if (id === undefined) {
    if (!(await db.frameJobs.needsRaw(key))) await objects.delete([key]); // another process was faster, and has ended
    return;
  }
  log.debug({ frame: frameId(job), past: past.length }, 'nowcast requested');
  await skipOlder(id, job, db);
  await queue.wake(jobs.renderFrame, { id: String(id) });
}

/** Nobody waits for the runs of older images. */
async function skipOlder(newest: number, { family, product }: FrameName, db: RequestContext['db']): Promise<void> {
  if (((await db.frameJobs.waiting(family)).get(product) ?? 0) < 2) return;
  const waiting = (await db.frameJobs.due(allJobs)).filter((job) => job.family === family && job.id !== newest);
  for (const { id } of waiting) await db.frameJobs.finish(id, 'skipped', 'the run of a newer image was requested');
}

const isSame = (one: Date, other: Date): boolean => one.getTime() === other.getTime();

/** The newest frame and earlier ones of its product, the newest first; empty if there is none that is old enough. */
function pastOf(newest: Frame, frames: readonly Frame[]): Frame[] {
  const minutesBefore = ({ validAt }: Frame): number => (newest.validAt.getTime() - validAt.getTime()) / minuteMs;
  const earlier = frames.filter(
    (frame) => frame.product === newest.product && minutesBefore(frame) > 0 && minutesBefore(frame) <= longestPast,
  );
  const chosen = pastAges(earlier.map(minutesBefore)).map((i) => earlier[i]);
  return chosen.some((frame) => minutesBefore(frame) >= shortestPast) ? [newest, ...chosen] : [];
}
