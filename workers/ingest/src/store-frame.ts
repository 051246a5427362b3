import { jobs, rawKey, type FrameFamily, type FrameName } from '@severe/catalogue';
import { DataError } from '@severe/base';
import { traced, type SpanOptions } from '@severe/tracing';
import type { FeedContext, FeedReport } from './feed.ts';
import { assertWhole, type FileFormat } from './parse/whole-file.ts';

/** Maximum number of waiting frames of a product. Older ones are skipped: a late frame is worth less than a new one. */
const maxWaiting = 3;

/**
 * Stores a provider's file and a job to render a frame of it; false if the job exists.
 *
 * @throws {DataError} `file` if the file is not whole
 */
export async function storeFrame(
  context: FeedContext,
  frame: FrameName,
  bytes: Uint8Array,
  extension: Exclude<FileFormat, 'nc'>,
): Promise<boolean> {
  await assertWhole(bytes, extension);
  const { objects, db, queue } = context;
  const key = rawKey(frame, extension);
  return traced(storing, attributesOf(frame.family, key, bytes), async () => {
    await objects.put(key, bytes);
    const id = await db.frameJobs.insert({ ...frame, rawKey: key });
    if (id === undefined) {
      await removeUnused(context, key);
      return false;
    }
    await queue.wake(jobs.renderFrame, { id: String(id) });
    return true;
  });
}

/** Removes a file without a job that needs it: the frame that it is for was made by another process meanwhile. */
async function removeUnused({ db, objects }: FeedContext, key: string): Promise<void> {
  if (!(await db.frameJobs.needsRaw(key))) await objects.delete([key]);
}

/** Name of the span of storing a file with its jobs. */
const storing = 'store file';

const attributesOf = (family: string, key: string, { length }: Uint8Array): SpanOptions => ({
  attributes: { 'severe.source': family, 'severe.key': key, 'severe.bytes': length },
});

/** The same for a NetCDF file from which several products are rendered. */
export async function storeSharedFile(
  context: FeedContext,
  file: { family: FrameFamily; products: string[]; validAt: Date; rawKey: string },
  bytes: Uint8Array,
): Promise<boolean> {
  await assertWhole(bytes, 'nc');
  const { objects, db, queue } = context;
  const { products, ...rest } = file;
  return traced(storing, attributesOf(file.family, file.rawKey, bytes), async () => {
    await objects.put(file.rawKey, bytes);
    const ids = await db.frameJobs.insertForEach(products, { ...rest, runAt: null });
    for (const id of ids) await queue.wake(jobs.renderFrame, { id: String(id) });
    if (ids.length === 0) await removeUnused(context, file.rawKey);
    return ids.length > 0;
  });
}

/** Marks all but the newest waiting jobs of a product as skipped and deletes files that only they refer to. */
export async function skipOverdue(context: FeedContext, family: string, product: string): Promise<void> {
  const { db } = context;
  const waiting = (await db.frameJobs.waiting(family)).get(product) ?? 0;
  if (waiting <= maxWaiting) return;
  const due = (await db.frameJobs.due(10_000)).filter((job) => job.family === family && job.product === product);
  due.sort((a, b) => b.validAt.getTime() - a.validAt.getTime());
  for (const job of due.slice(maxWaiting)) {
    await db.frameJobs.finish(job.id, 'skipped', `${due.length} frames waited, the newest ${maxWaiting} are kept`);
    await removeUnused(context, job.rawKey);
  }
}

/** Number of further frames of a product that may wait. */
export async function freeSlots({ db }: FeedContext, family: string, product: string): Promise<number> {
  return Math.max(0, maxWaiting - ((await db.frameJobs.waiting(family)).get(product) ?? 0));
}

/** Runs one step of a feed and counts its result. An unreadable item is rejected; other steps continue. */
export async function countStep(report: FeedReport, what: string, step: () => Promise<boolean>): Promise<void> {
  try {
    if (await step()) report.new++;
    else report.unchanged++;
  } catch (error) {
    if (!(error instanceof DataError)) throw error;
    report.refused.push({ what, why: error.message, code: error.code }); // a whole file
  }
}
