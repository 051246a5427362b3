import { hourMs, minuteMs } from '@severe/async';
import { formatStamp } from '@severe/base';
import { hrrrModel, type FrameFamily, type HrrrSource, type RasterProduct } from '@severe/catalogue';
import { lastAtOrBefore, type FrameIndex, type ListedFrame, type Run } from './frame-index.ts';

/** The frame that answers a request. `exact`: it is what was asked for by name, so the answer never changes. */
export interface Choice {
  frame: ListedFrame;
  exact: boolean;
}

/** What a request says about a model's frame: `valid` is a moment, or an hour of the run. */
export interface ModelTime {
  run: Date | undefined;
  valid: Date | number | undefined;
}

/** Whatever is measured again and again: a product, or a site. */
export interface Measured {
  family: FrameFamily;
  id: string;
  everySeconds: number;
}

/**
 * The frame of what was measured: without `at` the newest; with it the frame of that minute, else the newest one before
 * it that is not older than two cadences, and than five minutes.
 */
export function chooseMeasured(index: FrameIndex, product: Measured, at: Date | undefined): Choice | undefined {
  const [run] = index.runs(product.family, product.id);
  if (!run) return undefined;
  if (!at) return { frame: run.frames[run.frames.length - 1], exact: false };

  const same = run.byStamp.get(formatStamp(at));
  if (same) return { frame: same, exact: true };
  const before = run.frames[lastAtOrBefore(run.frames, at)];
  const reachMs = Math.max(2 * product.everySeconds * 1000, 5 * minuteMs);
  const fits = before && at.getTime() - wholeMinute(before.validAt) <= reachMs;
  return fits ? { frame: before, exact: false } : undefined;
}

/**
 * The frame of a model: of the run that was asked for, else of the newest complete run; while no run is complete, of
 * the newest one that holds the hour asked for. Without `valid` the hour nearest to `now`.
 */
export function chooseModelled(
  index: FrameIndex,
  product: RasterProduct,
  { run, valid }: ModelTime,
  now: Date,
): Choice | undefined {
  const runs = run
    ? [index.run(product.family, product.id, formatStamp(run))]
    : defaultRuns(index.runs(product.family, product.id), product);
  for (const candidate of runs) {
    const frame = candidate && frameOf(candidate, valid, now);
    if (frame) return { frame, exact: run !== undefined && valid !== undefined };
  }
  return undefined;
}

/** The run that is shown when none is asked for: the newest complete one, else the newest. */
export function defaultRun(index: FrameIndex, product: RasterProduct): Run | undefined {
  return defaultRuns(index.runs(product.family, product.id), product)[0];
}

/** The hour of its run that a frame is for. */
export function forecastHour(run: Run, frame: ListedFrame): number {
  return Math.round((frame.validAt.getTime() - (run.runAt?.getTime() ?? 0)) / hourMs);
}

function defaultRuns(runs: readonly Run[], product: RasterProduct): Run[] {
  const complete = runs.findLast((run) => run.frames.length >= hoursOf(product.source as HrrrSource));
  return complete ? [complete] : [...runs].reverse();
}

/** Number of frames of a complete run. A product over an hour has no analysis hour; a constant one has only that hour. */
function hoursOf(source: HrrrSource): number {
  if (source.constant) return 1;
  return isHourly(source) ? hrrrModel.hoursKept : hrrrModel.hoursKept + 1;
}

/** Whether a product is a sum or maximum over the preceding hour. */
export function isHourly({ records }: HrrrSource): boolean {
  return records.some(({ over }) => over !== 'instant');
}

function frameOf(run: Run, valid: Date | number | undefined, now: Date): ListedFrame | undefined {
  if (valid === undefined) return nearest(run.frames, now);
  const at = typeof valid === 'number' ? new Date((run.runAt?.getTime() ?? 0) + valid * hourMs) : valid;
  return run.byStamp.get(formatStamp(at));
}

function nearest(frames: readonly ListedFrame[], now: Date): ListedFrame {
  const at = lastAtOrBefore(frames, now);
  const before = frames[at];
  const after = frames[at + 1];
  if (!before || !after) return before ?? after;
  const middle = (before.validAt.getTime() + after.validAt.getTime()) / 2;
  return now.getTime() <= middle ? before : after;
}

/** A stamp names a minute; a frame of 22:18:40 is that of 22:18. */
function wholeMinute(at: Date): number {
  return Math.floor(at.getTime() / minuteMs) * minuteMs;
}
