import { ticks } from 'd3-array';

/** A number beside a colour scale. */
interface Mark {
  value: number;
  /** Its place, 0 at the beginning of the scale and 1 at its end. */
  at: number;
}

/** Distance of the closest marks, and the longest part of a scale without one. */
const [leastGap, mostGap] = [1 / 9, 0.35];

/** Most marks of a scale, and the least that describe it. */
const [most, least] = [8, 4];

/**
 * Round numbers beside a scale, with zero where the scale has it: in even steps if these spread over the scale, else the roundest near
 * each seventh of it.
 *
 * @param starts where each step of the scale begins, rising; all steps are equally wide
 */
export function marksOf(starts: readonly number[]): Mark[] {
  if (starts.length < least) return starts.map((value) => ({ value, at: positionOf(value, starts) }));
  const counts = Array.from({ length: most - least + 2 }, (_, i) => most - i);
  return counts.map((count) => evenMarks(starts, count)).find(isSpread) ?? roundestMarks(starts);
}

function evenMarks(starts: readonly number[], count: number): Mark[] {
  return ticks(starts[0], starts.at(-1)!, count).map((value) => ({ value, at: positionOf(value, starts) }));
}

function isSpread(marks: readonly Mark[]): boolean {
  const ends = [0, ...marks.map(({ at }) => at), 1];
  const gaps = ends.slice(1).map((at, i) => at - ends[i]);
  return (
    marks.length >= least && gaps.every((gap) => gap <= mostGap) && gaps.slice(1, -1).every((gap) => gap >= leastGap)
  );
}

function roundestMarks(starts: readonly number[]): Mark[] {
  const span = starts.length - 1;
  const parts = most - 1;
  return Array.from({ length: most }, (_, i) => {
    const [from, to] = [i - 0.25, i + 0.25].map((part) => valueAt((part / parts) * span, starts));
    const value = roundestBetween(from, to);
    return value === undefined ? undefined : { value, at: positionOf(value, starts) };
  }).filter((mark) => mark !== undefined);
}

/** The roundest number in a range; undefined if it is narrower than the numbers that are told. */
function roundestBetween(from: number, to: number): number | undefined {
  for (const count of [0.2, 1, 2, 4]) {
    const [found] = ticks(from, to, count);
    if (found !== undefined) return found;
  }
  return undefined;
}

function positionOf(value: number, starts: readonly number[]): number {
  const step = starts.findLastIndex((start) => start <= value);
  const next = starts[step + 1] ?? Infinity;
  return (step + (value - starts[step]) / (next - starts[step])) / starts.length;
}

/** The value after so many steps, which need not be whole. */
function valueAt(steps: number, starts: readonly number[]): number {
  const inside = Math.max(0, Math.min(starts.length - 1, steps));
  const step = Math.min(Math.floor(inside), starts.length - 2);
  return starts[step] + (inside - step) * (starts[step + 1] - starts[step]);
}
