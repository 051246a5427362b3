import { frameFamilies, type FrameFamily, type FrameName } from '@severe/catalogue';
import type { Frame, Tables } from '@severe/db';
import type { Objects, Pubsub } from '@severe/platform';
import { announce } from './announce.ts';
import { nameOf, objectsOf } from './frame-objects.ts';
import { allJobs } from './limits.ts';

/** A row whose object is absent, or of another size than it says. */
export interface BrokenRow extends FrameName {
  family: FrameFamily;
  /** Key of the object. */
  key: string;
  problem: 'absent' | 'other size';
}

/** What the rows of frames name, held against the object store. */
export interface Verification {
  /** Rows of frames. */
  frames: number;
  /** Waiting jobs for frames. */
  jobs: number;
  broken: BrokenRow[];
  /** Objects that no row names; a sweep removes them once they are an hour old. */
  unnamed: { objects: number; bytes: number };
}

interface Stores {
  db: Pick<Tables, 'frames' | 'frameJobs'>;
  objects: Objects;
}

/**
 * Compares rows with objects, in both directions. What changes meanwhile is looked at a second time, so a running service is
 * not a reason for a finding.
 */
export async function verifyFrames({ db, objects }: Stores): Promise<Verification> {
  const frames = await rowsOf(db);
  const jobs = await db.frameJobs.due(allJobs);
  const stored = await storedObjects(objects);
  const broken: BrokenRow[] = [];
  for (const frame of frames) {
    for (const { key, bytes } of objectsOf(frame)) {
      if (stored.get(key) === bytes) continue;
      const problem = await problemOf(frame, key, bytes, { db, objects });
      if (problem) broken.push({ ...nameOf(frame), key, problem });
    }
  }
  for (const job of jobs) {
    if (stored.has(job.rawKey) || (await objects.head(job.rawKey)) || !(await db.frameJobs.needsRaw(job.rawKey)))
      continue;
    broken.push({ ...nameOf(job), key: job.rawKey, problem: 'absent' });
  }
  const named = new Set([...frames.flatMap(objectsOf).map(({ key }) => key), ...jobs.map(({ rawKey }) => rawKey)]);
  const unnamed = { objects: 0, bytes: 0 };
  for (const [key, bytes] of stored) {
    if (named.has(key) || (await db.frames.namesObject(key))) continue; // the other world's, or newer than the rows
    unnamed.objects++;
    unnamed.bytes += bytes;
  }
  return { frames: frames.length, jobs: jobs.length, broken, unnamed };
}

/**
 * Forgets broken frames: nobody is sent to an object that is not there, and their feeds fetch them again while the provider
 * has them.
 */
export async function forgetBroken(
  broken: readonly BrokenRow[],
  { db, pubsub }: Pick<Stores, 'db'> & { pubsub: Pubsub },
): Promise<void> {
  for (const frame of broken) {
    await db.frames.remove(frame);
    await db.frameJobs.forgetFrame(frame);
    await announce('removed', frame, pubsub);
  }
}

async function rowsOf(db: Stores['db']): Promise<Frame[]> {
  const lists = await Promise.all(frameFamilies.map((family) => db.frames.all(family)));
  return lists.flat();
}

async function storedObjects(objects: Objects): Promise<Map<string, number>> {
  const stored = new Map<string, number>();
  for (const prefix of ['frames/', 'raw/']) {
    for await (const { key, bytes } of objects.list(prefix)) stored.set(key, bytes);
  }
  return stored;
}

/** The problem of a row that the listing contradicts, if the row is still there. */
async function problemOf(
  frame: Frame,
  key: string,
  bytes: number,
  { db, objects }: Stores,
): Promise<BrokenRow['problem'] | undefined> {
  const head = await objects.head(key);
  if (head?.bytes === bytes) return undefined;
  const { family, product, runAt, validAt } = frame;
  const present = await db.frames.find(family, product, runAt, validAt);
  if (present?.id !== frame.id) return undefined;
  return head ? 'other size' : 'absent';
}
