import { freeWhenIdle } from '@severe/async';
import { startTaskClock } from '@severe/async/task-clock';
import { workerData } from '@severe/async/task-pool';
import { messageOf, UpstreamError, type Settings, failpointsOf } from '@severe/base';
import { openObjects, type Objects } from '@severe/platform';
import { releaseWorkspaces } from '@severe/raster';
import { outcomeOf, type Outcome } from '@severe/async/outcome';
import type { RenderJob, ThreadTask } from './job.ts';
import { makeFrames, type MadeFrame } from './render-frame.ts';
import type { ArrivalReport, ArrivalTask } from './nowcast/arrival-task.ts';
import { findArrivals as findArrivalsIn } from './nowcast/find-arrivals.ts';
import { findStorms as findStormsIn } from './storms/find-storms.ts';
import type { StormReport, StormTask } from './storms/storm-task.ts';

// One object store per thread, opened at its first job; nothing else outlives a job.
const settings = workerData as Settings;
const failpoint = failpointsOf(settings.failpoint);
let opened: Promise<Objects> | undefined;

/** Frames come in groups, with pauses of a minute and more. A frame takes up to 700 MB. */
const idleMs = 10_000;
const worked = freeWhenIdle(idleMs, releaseWorkspaces);

/** Makes the frames of a job. @see makeFrames */
export default function render({ task: job, cell }: ThreadTask<RenderJob>): Promise<Outcome<MadeFrame[]>> {
  startTaskClock(cell);
  return outcomeOf(async () => makeFrames(job, await store(), failpoint)).finally(worked);
}

/** Finds the storm cells of one frame. @see findStormsIn */
export function findStorms({ task, cell }: ThreadTask<StormTask>): Promise<Outcome<StormReport>> {
  startTaskClock(cell);
  return outcomeOf(async () => findStormsIn(task, await store())).finally(worked);
}

/** Finds the echoes that webhooks expect. @see findArrivalsIn */
export function findArrivals({ task, cell }: ThreadTask<ArrivalTask>): Promise<Outcome<ArrivalReport>> {
  startTaskClock(cell);
  return outcomeOf(async () => findArrivalsIn(task, await store())).finally(worked);
}

/**
 * Opens the object store. The next job tries again after a failure, which would stop a service but must not end a
 * thread.
 */
function store(): Promise<Objects> {
  opened ??= openObjects(settings).catch((error: unknown) => {
    opened = undefined;
    throw new UpstreamError('object store', messageOf(error), { cause: error });
  });
  return opened;
}
