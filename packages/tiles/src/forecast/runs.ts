import { hourMs } from '@severe/async';
import type { FrameIndex, ListedFrame } from '../frame-index.ts';

/** The visible frames of one model run. */
export interface ModelRun {
  runAt: Date;
  /** Publication time of its newest frame. */
  publishedAt: Date;
  /** Product → valid time in milliseconds → frame. */
  frames: Map<string, Map<number, ListedFrame>>;
}

/** Groups frames by run, newest run first. Frames without a run are left out. */
export function groupRuns(frames: readonly ListedFrame[]): ModelRun[] {
  const runs = new Map<number, ModelRun>();
  for (const frame of frames) {
    const { runAt, publishedAt, product, validAt } = frame;
    if (!runAt) continue;
    const run = runs.get(runAt.getTime()) ?? {
      runAt,
      publishedAt,
      frames: new Map<string, Map<number, ListedFrame>>(),
    };
    runs.set(runAt.getTime(), run);
    if (publishedAt > run.publishedAt) run.publishedAt = publishedAt;
    const times = run.frames.get(product) ?? new Map<number, ListedFrame>();
    run.frames.set(product, times.set(validAt.getTime(), frame));
  }
  return [...runs.values()].sort((a, b) => b.runAt.getTime() - a.runAt.getTime());
}

/** The HRRR runs of an index, newest first. They are grouped again only after the index has changed. */
export function hrrrRunsOf(index: Pick<FrameIndex, 'revision' | 'frames'>): () => ModelRun[] {
  let grouped: { revision: number; runs: ModelRun[] } | undefined;
  return () => {
    if (grouped?.revision !== index.revision) {
      grouped = { revision: index.revision, runs: groupRuns(index.frames('hrrr')) };
    }
    return grouped.runs;
  };
}

/** `count` whole hours in milliseconds, starting with the hour that contains `now`. */
export function hoursFrom(now: Date, count: number): number[] {
  const first = Math.floor(now.getTime() / hourMs) * hourMs;
  return Array.from({ length: count }, (_, i) => first + i * hourMs);
}

/**
 * Chooses the run of a forecast: the run that holds the most requested frames, and the newest of equals. A run that is
 * still arriving therefore replaces the previous one when it reaches as far. A run without the first hour is not used.
 *
 * @param runs     newest first
 * @param products requested products
 * @param times    requested times, in milliseconds
 */
export function chooseRun(
  runs: readonly ModelRun[],
  products: readonly string[],
  times: number[],
): ModelRun | undefined {
  let best: { run: ModelRun; count: number } | undefined;
  for (const run of runs) {
    if (!products.some((product) => run.frames.get(product)?.has(times[0]))) continue;
    const count = countFrames(run, products, times);
    if (!best || count > best.count) best = { run, count };
  }
  return best?.run;
}

function countFrames(run: ModelRun, products: readonly string[], times: readonly number[]): number {
  return products.reduce((sum, product) => {
    const frames = run.frames.get(product);
    return frames ? sum + times.filter((time) => frames.has(time)).length : sum;
  }, 0);
}
