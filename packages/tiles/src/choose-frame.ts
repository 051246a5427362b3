import { hourMs, minuteMs } from '@severe/async';
import { formatStamp } from '@severe/base';
import { lastHrrrHour, type FrameFamily, type HrrrSource, type RasterProduct } from '@severe/catalogue';
import { indexAtOrBefore, type FrameIndex, type ListedFrame, type Run } from './frame-index.ts';

/** The frame for a request. `exact`: the request names this frame, so the response never changes. */
export interface Choice {
  frame: ListedFrame;
  exact: boolean;
}

/** The times of a request for a model frame: `valid` is a time, or a forecast hour. */
export interface ModelTime {
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
 * Chooses a model frame of the requested run, else of the newest complete run, else of the newest run with the requested
 * hour. Without `valid` it is the hour nearest to `now`.
 */
export function chooseForecast(
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

/** The default run: the newest complete run, else the newest. */
export function defaultRun(index: FrameIndex, product: RasterProduct): Run | undefined {
  return defaultRuns(index.runs(product.family, product.id), product)[0];
}

/** The forecast hour of a frame. */
export function forecastHour(run: Run, frame: ListedFrame): number {
  return Math.round((frame.validAt.getTime() - (run.runAt?.getTime() ?? 0)) / hourMs);
}

function defaultRuns(runs: readonly Run[], product: RasterProduct): Run[] {
  const complete = runs.findLast((run) => run.frames.length >= hoursOf(product.source as HrrrSource, run.runAt));
  return complete ? [complete] : [...runs].reverse();
}

/** Number of frames of a complete run. A product over an hour has no analysis hour; a constant one has only that hour. */
function hoursOf(source: HrrrSource, runAt: Date | null): number {
  if (source.constant || !runAt) return 1;
  return lastHrrrHour(runAt) + (isHourly(source) ? 0 : 1);
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
