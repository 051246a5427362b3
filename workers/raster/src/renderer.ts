import type { Failpoint, Log, Settings } from '@severe/base';
import { availableParallelism } from 'node:os';
import { TaskLimitError } from '@severe/async/task-limits';
import { moduleBeside, TaskPool } from '@severe/async/task-pool';
import type { Objects } from '@severe/platform';
import type { Limits } from './limits.ts';
import type { ArrivalReport, ArrivalTask } from './nowcast/arrival-task.ts';
import { findArrivals } from './nowcast/find-arrivals.ts';
import { isInputs } from './nowcast/inputs.ts';
import { reportOf, type Outcome } from '@severe/async/outcome';
import type { RenderJob } from './job.ts';
import { makeFrames, type MadeFrame } from './render-frame.ts';
import { SharedFile } from './shared-file.ts';
import { findStorms } from './storms/find-storms.ts';
import type { StormReport, StormTask } from './storms/storm-task.ts';

/** Makes frames, in threads or in this thread. */
export interface Renderer {
  render: (job: RenderJob) => Promise<MadeFrame[]>;
  /** Finds the storm cells of a frame. */
  findStorms: (task: StormTask) => Promise<StormReport>;
  /** Finds echoes that webhooks expect in a run of the nowcast. */
  findArrivals: (task: ArrivalTask) => Promise<ArrivalReport>;
  /** Number of frames made at the same time. */
  width: number;
  close(): Promise<void>;
}

/**
 * Creates a pool of threads that make frames, from files in a store. Too much processor time stops the thread, and a heap overflow ends it; both
 * fail the job, and the next job gets a new thread.
 */
export function createThreadRenderer(settings: Settings, objects: Objects, limits: Limits, log: Log): Renderer {
  const width = settings.rasterThreads || Math.max(1, availableParallelism() - 1);
  const shared = new SharedFile(objects);
  const pool = new TaskPool({
    module: moduleBeside(import.meta.url, 'thread'),
    threads: width,
    stay: true,
    workerData: settings,
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMb },
    atomics: 'disabled', // idle threads keep serving their connections
    onError: (error) => log.error({ err: error }, 'raster thread ended'),
  });
  const run = async <Report>(
    name: string,
    task: RenderJob | StormTask | ArrivalTask,
    processorMs: number,
  ): Promise<Report> => {
    try {
      return reportOf(await pool.run<Outcome<Report>>({ task }, { limits: { processorMs }, name }));
    } catch (cause) {
      if (!(cause instanceof TaskLimitError)) throw cause;
      throw new Error(`the frame ${cause.reason} and its thread was stopped`, { cause });
    }
  };
  return {
    width,
    async render(job) {
      const raw = await shared.of(job.rawKey);
      const processorMs = isInputs(job.rawKey) ? limits.nowcastMs : limits.renderMs;
      return run<MadeFrame[]>('default', raw ? { ...job, raw } : job, processorMs);
    },
    findStorms: (task) => run<StormReport>('findStorms', task, limits.renderMs),
    findArrivals: (task) => run<ArrivalReport>('findArrivals', task, limits.nowcastMs),
    close: () => pool.close(),
  };
}

/** Makes frames in this thread, one at a time; for commands. */
export function createInlineRenderer(objects: Objects, failpoint?: Failpoint): Renderer {
  return {
    width: 1,
    render: (job) => makeFrames(job, objects, failpoint),
    findStorms: (task) => findStorms(task, objects),
    findArrivals: (task) => findArrivals(task, objects),
    close: () => Promise.resolve(),
  };
}
