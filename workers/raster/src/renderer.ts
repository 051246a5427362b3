import { availableParallelism } from 'node:os';
import type { Log, Settings } from '@severe/base';
import type { Objects } from '@severe/platform';
import { Piscina } from 'piscina';
import type { Failpoint } from './failpoint.ts';
import type { Limits } from './limits.ts';
import { reportOf, type Outcome } from './outcome.ts';
import type { RenderJob } from './job.ts';
import { renderFrame, type FrameReport } from './render-frame.ts';

/** Makes frames, somewhere. */
export interface Renderer {
  render: (job: RenderJob) => Promise<FrameReport>;
  /** How many it makes at a time. */
  width: number;
  close(): Promise<void>;
}

/** The file of the thread: the same name beside this one, from source as from the build. */
const threadFile = new URL(`./thread${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url).href;

/**
 * Makes frames in threads of their own. One that takes too long is stopped with its thread, one that wants too much
 * memory ends its thread; both are the job's failure, and the next job finds a new thread.
 */
export function startThreads(settings: Settings, limits: Limits, log: Log): Renderer {
  const width = settings.rasterThreads || Math.max(1, availableParallelism() - 1);
  const pool = new Piscina<RenderJob, Outcome>({
    filename: threadFile,
    minThreads: width,
    maxThreads: width,
    workerData: settings,
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMb },
    atomics: 'disabled', // an idle thread still attends to its connections
  });
  pool.on('error', (error) => log.error({ err: error }, 'a raster thread ended'));
  return {
    width,
    async render(job) {
      return reportOf(await pool.run(job, { signal: AbortSignal.timeout(limits.renderMs) }));
    },
    close: () => pool.destroy(),
  };
}

/** Makes frames right here, one at a time: for a command that has nothing else to do. */
export function renderHere(objects: Objects, failpoint?: Failpoint): Renderer {
  return {
    width: 1,
    render: (job) => renderFrame(job, objects, failpoint),
    close: () => Promise.resolve(),
  };
}
