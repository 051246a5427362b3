import { failpointsOf } from '@severe/base';
import { randomUUID } from 'node:crypto';
import { rawKey, type FrameName } from '@severe/catalogue';
import type { Leniency, RenderJob } from './job.ts';
import { defaultLimits } from './limits.ts';
import { endingOf } from './raw.ts';
import { createInlineRenderer } from './renderer.ts';
import { runFrameJob, type JobResult } from './run-job.ts';
import type { RasterWorkerOptions } from './worker.ts';

/**
 * The result of a file: that of its job; `known` if the frame had a job before; `elsewhere` if a worker has taken it.
 */
export type FileResult = JobResult | { state: 'known' | 'elsewhere'; frame: FrameName };

/**
 * Makes a frame of a file in this process, in the same steps as for a provider's file: raw object, job, objects, row,
 * event.
 *
 * @param bytes a file of the product's provider
 * @param leniency what of the file may be of something else than the frame
 * @throws {UpstreamError} if a store is unavailable
 */
export async function publishFile(
  frame: FrameName,
  bytes: Uint8Array,
  { settings, db, platform, clock, log, simulated }: RasterWorkerOptions,
  leniency: Leniency = {},
): Promise<FileResult> {
  const key = rawKey(frame, `${randomUUID()}.${endingOf(frame.family, bytes)}`); // a unique key: a file that is read in ranges must not be replaced
  // Checked before the file is stored: a waiting job for this frame needs its own file.
  if ((await db.frameJobs.existing(frame.family, frame.product, frame.runAt, [frame.validAt])).length > 0) {
    return { state: 'known', frame };
  }
  await platform.objects.put(key, bytes);
  const id = await db.frameJobs.insert({ ...frame, rawKey: key });
  if (id === undefined) {
    await platform.objects.delete([key]); // another process was faster
    return { state: 'known', frame };
  }
  const { objects, pubsub } = platform;
  const failpoint = failpointsOf(settings.failpoint);
  const renderer = createInlineRenderer(objects, failpoint);
  const render = (job: RenderJob) => renderer.render({ ...job, ...leniency });
  const context = { db, objects, pubsub, clock, log, simulated, limits: defaultLimits, failpoint, render };
  return (await runFrameJob(id, context)) ?? { state: 'elsewhere', frame };
}
