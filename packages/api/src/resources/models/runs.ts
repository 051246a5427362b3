import type { Frame } from '@severe/db';

/** The visible frames of one run of a model. */
export interface ModelRun {
  runAt: Date;
  /** When its newest frame was published. */
  publishedAt: Date;
  /** Product → valid time in milliseconds → frame. */
  frames: Map<string, Map<number, Frame>>;
}

export const hourMs = 3_600_000;

/** Frames by run, the newest run first. */
export function groupRuns(frames: readonly Frame[]): ModelRun[] {
  const runs = new Map<number, ModelRun>();
  for (const frame of frames) {
    const { runAt, publishedAt, product, validAt } = frame;
    if (!runAt) continue;
    const run = runs.get(runAt.getTime()) ?? { runAt, publishedAt, frames: new Map<string, Map<number, Frame>>() };
    runs.set(runAt.getTime(), run);
    if (publishedAt > run.publishedAt) run.publishedAt = publishedAt;
    const times = run.frames.get(product) ?? new Map<number, Frame>();
    run.frames.set(product, times.set(validAt.getTime(), frame));
  }
  return [...runs.values()].sort((a, b) => b.runAt.getTime() - a.runAt.getTime());
}

/** The hour that contains `now`, and those after it: `count` in all, in milliseconds. */
export function hoursFrom(now: Date, count: number): number[] {
  const first = Math.floor(now.getTime() / hourMs) * hourMs;
  return Array.from({ length: count }, (_, i) => first + i * hourMs);
}

/**
 * The run from which a forecast is taken, all of it: the one that holds the most of what is asked for, of equals the
 * newest. A run that is still coming in thus takes over when it reaches as far as the one before. Runs that do not hold
 * the first hour are out of the question.
 *
 * @param runs     newest first
 * @param products what is asked for
 * @param times    and for when, in milliseconds
 */
export function chooseRun(
  runs: readonly ModelRun[],
  products: readonly string[],
  times: number[],
): ModelRun | undefined {
  let best: { run: ModelRun; held: number } | undefined;
  for (const run of runs) {
    if (!products.some((product) => run.frames.get(product)?.has(times[0]))) continue;
    const held = heldOf(run, products, times);
    if (!best || held > best.held) best = { run, held };
  }
  return best?.run;
}

/** How many of these frames a run holds. */
function heldOf(run: ModelRun, products: readonly string[], times: readonly number[]): number {
  return products.reduce((sum, product) => {
    const frames = run.frames.get(product);
    return frames ? sum + times.filter((time) => frames.has(time)).length : sum;
  }, 0);
}
