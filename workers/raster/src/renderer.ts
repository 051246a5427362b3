import { availableParallelism } from 'node:os';
import type { Log, Settings } from '@severe/base';
import type { Objects } from '@severe/platform';
import { Piscina } from 'piscina';
import type { Failpoint } from './failpoint.ts';
import type { Limits } from './limits.ts';
import { reportOf, type Outcome } from './outcome.ts';
import type { RenderJob } from './job.ts';
import { renderFrame, type FrameReport } from './render-frame.ts';

/** Makes frames, in threads or in this thread. */
export interface Renderer {
  render: (job: RenderJob) => Promise<FrameReport>;
  /** Number of frames made at the same time. */
  width: number;
  close(): Promise<void>;
}

/** The thread's file, beside this one in source and build. */
const threadFile = new URL(`./thread${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url).href;

/**
 * Creates a pool of threads that make frames. A timeout stops the thread, and a heap overflow ends it; both fail the
 * job, and the next job gets a new thread.
 */
export function createThreadRenderer(settings: Settings, limits: Limits, log: Log): Renderer {
  const width = settings.rasterThreads || Math.max(1, availableParallelism() - 1);
  const pool = new Piscina<RenderJob, Outcome>({
    filename: threadFile,
    minThreads: width,
    maxThreads: width,
    workerData: settings,
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMb },
    atomics: 'disabled', // idle threads keep serving their connections
  });
  pool.on('error', (error) => log.error({ err: error }, 'raster thread ended'));
  return {
    width,
    async render(job) {
      return reportOf(await pool.run(job, { signal: AbortSignal.timeout(limits.renderMs) }));
    },
    close: () => pool.destroy(),
  };
}

/** Makes frames in this thread, one at a time; for commands. */
export function createInlineRenderer(objects: Objects, failpoint?: Failpoint): Renderer {
  return {
    width: 1,
    render: (job) => renderFrame(job, objects, failpoint),
    close: () => Promise.resolve(),
  };
}
