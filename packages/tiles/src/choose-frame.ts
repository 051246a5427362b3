import { hourMs, minuteMs } from '@severe/async';
import { formatStamp } from '@severe/base';
import { findModel, isPast, type Family, type FrameFamily, type RasterProduct } from '@severe/catalogue';
import { modelRunOf } from './forecast/runs.ts';
import { indexAtOrBefore, type FrameIndex, type ListedFrame, type Run } from './frame-index.ts';

/** The frame for a request. `exact`: the request names this frame, so the response never changes. */
export interface Choice {
  frame: ListedFrame;
  exact: boolean;
}

/** The times of a request for a frame of a run: `valid` is a time, or the milliseconds since the start of the run. */
export interface RunTime {
  run: Date | undefined;
  valid: Date | number | undefined;
}

/** What frames are of: a product, or a radar site. */
export interface Subject {
  family: FrameFamily;
  id: string;
}

/** A subject that is observed again and again. */
export interface Observed extends Subject {
  everySeconds: number;
}

/**
 * Chooses an observed frame. Without `at` it is the newest. With `at` it is the frame of that minute, else the newest frame
 * before it, at most two cadences and at least five minutes back.
 */
export function chooseObserved(index: FrameIndex, product: Observed, at: Date | undefined): Choice | undefined {
  const [run] = index.runs(product.family, product.id);
  if (!run) return undefined;
  if (!at) return { frame: run.frames[run.frames.length - 1], exact: false };

  const same = run.byStamp.get(formatStamp(at));
  if (same) return { frame: same, exact: true };
  const before = run.frames[indexAtOrBefore(run.frames, at)];
  const maxAgeMs = Math.max(2 * product.everySeconds * 1000, 5 * minuteMs);
  const fits = before && at.getTime() - wholeMinute(before.validAt) <= maxAgeMs;
  return fits ? { frame: before, exact: false } : undefined;
}

/**
 * Chooses a frame of the requested run, else of the newest run that holds what is asked for: of a model the run of all requests
 * without one (`modelRunFor`) if it has the hour, else the newest that has it. Without `valid` it is the frame nearest to
 * `now`. Runs of the nowcast that are too old must be requested by name.
 */
export function chooseForecast(
  index: FrameIndex,
  product: RasterProduct,
  { run, valid }: RunTime,
  now: Date,
): Choice | undefined {
  const runs = run ? [index.run(product.family, product.id, formatStamp(run))] : runsInOrder(index, product, now);
  for (const candidate of runs) {
    const frame = candidate && frameOf(candidate, valid, now);
    if (frame) return { frame, exact: run !== undefined && valid !== undefined };
  }
  return undefined;
}

/** The frames of a product in the run of requests without one. */
export function defaultRun(index: FrameIndex, product: RasterProduct, now: Date): Run | undefined {
  return runsInOrder(index, product, now)[0];
}

/** The forecast hour of a frame. */
export function forecastHour(run: Run, frame: ListedFrame): number {
  return Math.round((frame.validAt.getTime() - (run.runAt?.getTime() ?? 0)) / hourMs);
}

/** The runs of a product: the default one, then the others, newest first. */
function runsInOrder(index: FrameIndex, { family, id }: RasterProduct, now: Date): Run[] {
  const model = findModel(family);
  const start = model && modelRunOf(index, model, now)?.runAt.getTime();
  const newestFirst = shown(index, family, id, now).toReversed();
  const at = newestFirst.findIndex(({ runAt }) => runAt?.getTime() === start);
  return at > 0 ? [newestFirst[at], ...newestFirst.toSpliced(at, 1)] : newestFirst;
}

/** The runs that may be chosen, oldest first. */
function shown(index: FrameIndex, family: Family, id: string, now: Date): readonly Run[] {
  const runs = index.runs(family, id);
  return family === 'nowcast' ? runs.filter(({ runAt }) => runAt !== null && !isPast(runAt, now)) : runs;
}

function frameOf(run: Run, valid: Date | number | undefined, now: Date): ListedFrame | undefined {
  if (valid === undefined) return nearest(run.frames, now);
  const at = typeof valid === 'number' ? new Date((run.runAt?.getTime() ?? 0) + valid) : valid;
  return run.byStamp.get(formatStamp(at));
}

function nearest(frames: readonly ListedFrame[], now: Date): ListedFrame {
  const at = indexAtOrBefore(frames, now);
  const before = frames[at];
  const after = frames[at + 1];
  if (!before || !after) return before ?? after;
  const middle = (before.validAt.getTime() + after.validAt.getTime()) / 2;
  return now.getTime() <= middle ? before : after;
}

/** Stamps have minutes: the stamp of a frame of 22:18:40 is 22:18. */
function wholeMinute(at: Date): number {
  return Math.floor(at.getTime() / minuteMs) * minuteMs;
}
