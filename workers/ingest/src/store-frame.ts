import { jobs, rawKey, type FrameFamily, type FrameName, type RenderFrameJob } from '@severe/catalogue';
import { DataError, formatStamp, UpstreamError } from '@severe/base';
import type { FeedContext, FeedReport } from './feed.ts';

/** Beyond so many waiting frames of a product the older ones are skipped: a late frame is worth less than a new one. */
const mayWait = 3;

/** Radar goes before models: it is younger and worth less every minute. */
const priority = { radar: 1, nexrad: 2, satellite: 3, hrrr: 10 } as const;

/** Stores a provider's file and records that a frame must be made of it; false when that was known already. */
export async function storeFrame(
  { objects, db, queue }: FeedContext,
  frame: FrameName,
  bytes: Uint8Array,
  extension: string,
): Promise<boolean> {
  const key = rawKey(frame, extension);
  await objects.put(key, bytes);
  const id = await db.frameJobs.insert({ ...frame, rawKey: key });
  if (id === undefined) return false;
  await nudge(queue, frame.family, id);
  return true;
}

/** The same of a file that several products are made of. */
export async function storeSharedFile(
  { objects, db, queue }: FeedContext,
  file: { family: FrameFamily; products: string[]; validAt: Date; rawKey: string },
  bytes: Uint8Array,
): Promise<boolean> {
  const { products, ...rest } = file;
  await objects.put(file.rawKey, bytes);
  const ids = await db.frameJobs.insertForEach(products, { ...rest, runAt: null });
  for (const id of ids) await nudge(queue, file.family, id);
  return ids.length > 0;
}

async function nudge(queue: FeedContext['queue'], family: FrameFamily, frameJob: number): Promise<void> {
  try {
    await queue.add<RenderFrameJob>(
      jobs.renderFrame,
      { frameJob },
      { id: String(frameJob), priority: priority[family] },
    );
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error; // the row is there: the workers' sweep finds it without a nudge
  }
}

/** The waiting jobs of a product beyond the newest few are recorded as skipped; a file that only they named goes. */
export async function skipOverdue({ db, objects }: FeedContext, family: string, product: string): Promise<void> {
  const waiting = (await db.frameJobs.waiting(family)).get(product) ?? 0;
  if (waiting <= mayWait) return;
  const due = (await db.frameJobs.due(10_000)).filter((job) => job.family === family && job.product === product);
  due.sort((a, b) => b.validAt.getTime() - a.validAt.getTime());
  for (const job of due.slice(mayWait)) {
    await db.frameJobs.finish(job.id, 'skipped', `${due.length} frames waited, the newest ${mayWait} are kept`);
    if (!(await db.frameJobs.needsRaw(job.rawKey))) await objects.delete([job.rawKey]);
  }
}

/** How many more frames of a product may wait. */
export async function freeSlots({ db }: FeedContext, family: string, product: string): Promise<number> {
  return Math.max(0, mayWait - ((await db.frameJobs.waiting(family)).get(product) ?? 0));
}

/** Runs one step of a feed; what the provider got wrong is counted, and harms nothing else. */
export async function countStep(report: FeedReport, what: string, step: () => Promise<boolean>): Promise<void> {
  try {
    if (await step()) report.new++;
    else report.unchanged++;
  } catch (error) {
    if (!(error instanceof DataError)) throw error;
    report.refused.push({ what, why: error.message });
  }
}

/** `YYYYMMDD`, the name of a day's folder in the buckets. */
export function dayFolder(at: Date): string {
  return formatStamp(at).slice(0, 8);
}
