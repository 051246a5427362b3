import { hrrrProducts } from './model-fields/index.ts';
import type { Model } from './models.ts';
import type { ModelSource } from './product.ts';

const hourMs = 3_600_000;

/** What a frame of a model is of. */
export interface ModelFrame {
  product: string;
  /** Null for what no run has made. */
  runAt: Date | null;
  validAt: Date;
  publishedAt: Date;
}

/** The visible frames of one model run. */
export interface ModelRun<Frame extends ModelFrame = ModelFrame> {
  runAt: Date;
  /** Publication time of its newest frame. */
  publishedAt: Date;
  /** Product → valid time in milliseconds → frame. */
  frames: Map<string, Map<number, Frame>>;
}

/** Groups frames by run, newest run first. Frames without a run are left out. */
export function groupRuns<Frame extends ModelFrame>(frames: readonly Frame[]): ModelRun<Frame>[] {
  const runs = new Map<number, ModelRun<Frame>>();
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

/** `count` whole hours in milliseconds, starting with the hour that contains `now`. */
export function hoursFrom(now: Date, count: number): number[] {
  const first = Math.floor(now.getTime() / hourMs) * hourMs;
  return Array.from({ length: count }, (_, i) => first + i * hourMs);
}

/**
 * The rule for the newest run: the newest that holds what is asked for. If none holds all of it, the one that holds the most,
 * and the newest of equals. A run that is still arriving therefore replaces the previous one when it reaches as far. A run
 * without the first hour is not used.
 *
 * @param runs     newest first
 * @param products requested products
 * @param times    requested times, in milliseconds
 */
export function chooseRun<Run extends ModelRun>(
  runs: readonly Run[],
  products: readonly string[],
  times: readonly number[],
): Run | undefined {
  let best: { run: Run; count: number } | undefined;
  for (const run of runs) {
    if (!products.some((product) => run.frames.get(product)?.has(times[0]))) continue;
    const count = countFrames(run, products, times);
    if (!best || count > best.count) best = { run, count };
  }
  return best?.run;
}

/** Products of models whose values change from hour to hour. */
const changing = hrrrProducts.flatMap(({ id, source }) => ((source as ModelSource).constant ? [] : [id]));

/**
 * The run of a model for a request that names neither a run nor hours: the newest that holds the next 18 hours. If none has
 * the present hour, the newest.
 *
 * @param runs newest first
 */
export function modelRunFor<Run extends ModelRun>(
  { shortRunHours }: Model,
  runs: readonly Run[],
  now: Date,
): Run | undefined {
  return chooseRun(runs, changing, hoursFrom(now, shortRunHours)) ?? runs[0];
}

function countFrames(run: ModelRun, products: readonly string[], times: readonly number[]): number {
  return products.reduce((sum, product) => {
    const frames = run.frames.get(product);
    return frames ? sum + times.filter((time) => frames.has(time)).length : sum;
  }, 0);
}
