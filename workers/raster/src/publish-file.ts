import { randomUUID } from 'node:crypto';
import { rawKey, type FrameName } from '@severe/catalogue';
import { failpointsOf } from './failpoint.ts';
import { defaultLimits } from './limits.ts';
import { endingOf } from './raw.ts';
import { renderHere } from './renderer.ts';
import { runFrameJob, type JobResult } from './run-job.ts';
import type { RasterWorkerOptions } from './worker.ts';

/** What came of a file: that of its job; `known` when there was a job for that frame; `elsewhere` when a worker has it. */
export type FileResult = JobResult | { state: 'known' | 'elsewhere'; frame: FrameName };

/**
 * Makes a frame of a file in this process, by the road that a provider's file goes: raw object, job, objects, row, event.
 *
 * @param bytes a file of the product's provider, as it stands
 * @throws {UpstreamError} when a store is away
 */
export async function publishFile(
  frame: FrameName,
  bytes: Uint8Array,
  { settings, db, platform, clock, log, simulated }: RasterWorkerOptions,
): Promise<FileResult> {
  const key = rawKey(frame, `${randomUUID()}.${endingOf(frame.family, bytes)}`); // of its own: read in pieces, it must stay
  // Asked before anything is stored: a job that waits for this frame needs the file that it knows.
  if ((await db.frameJobs.existing(frame.family, frame.product, frame.runAt, [frame.validAt])).length > 0) {
    return { state: 'known', frame };
  }
  await platform.objects.put(key, bytes);
  const id = await db.frameJobs.insert({ ...frame, rawKey: key });
  if (id === undefined) {
    await platform.objects.delete([key]); // somebody was faster
    return { state: 'known', frame };
  }
  const { objects, pubsub } = platform;
  const failpoint = failpointsOf(settings.failpoint);
  const { render } = renderHere(objects, failpoint);
  const means = { db, objects, pubsub, clock, log, simulated, limits: defaultLimits, failpoint, render };
  return (await runFrameJob(id, means)) ?? { state: 'elsewhere', frame };
}
