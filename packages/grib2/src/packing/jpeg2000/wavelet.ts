type Samples = Int32Array | Float32Array;

/** Samples of a resolution, row by row, and where the first lies: its coordinates decide which samples are low ones. */
export interface Plane<T extends Samples> {
  samples: T;
  x0: number;
  y0: number;
  width: number;
  height: number;
}

/**
 * Undoes a step of the transformation of whole numbers by the 5-3 filter, in place: low samples stand at even
 * coordinates, high ones at odd.
 *
 * @see ITU-T T.800 | ISO/IEC 15444-1, annex F.3
 */
export function undo53(plane: Plane<Int32Array>): void {
  const { samples } = plane;
  eachAxis(plane, ({ first, runs, run, next, count, along }) => {
    if (count === 1) {
      if (first === 1) for (let i = 0; i < runs; i++) samples[i * run] >>= 1;
      return;
    }
    for (let k = first; k < count; k += 2) subtractQuarter(samples, runs, run, k * next, along(k - 1), along(k + 1));
    for (let k = 1 - first; k < count; k += 2) addHalf(samples, runs, run, k * next, along(k - 1), along(k + 1));
  });
}

function subtractQuarter(samples: Int32Array, runs: number, run: number, at: number, a: number, b: number): void {
  for (let i = 0, o = 0; i < runs; i++, o += run) samples[at + o] -= (samples[a + o] + samples[b + o] + 2) >> 2;
}

function addHalf(samples: Int32Array, runs: number, run: number, at: number, a: number, b: number): void {
  for (let i = 0, o = 0; i < runs; i++, o += run) samples[at + o] += (samples[a + o] + samples[b + o]) >> 1;
}

/** The four steps of the 9-7 filter, the last first, and the gain of low samples (table F.4). */
const liftingSteps = [0.443506852043971, 0.882911075530934, -0.052980118572961, -1.586134342059924];
const lowPassGain = 1.230174104914001;

/** The same by the 9-7 filter, in floating point. */
export function undo97(plane: Plane<Float32Array>): void {
  const { samples } = plane;
  eachAxis(plane, ({ first, runs, run, next, count, along }) => {
    if (count === 1) {
      if (first === 1) scale(samples, runs, run, 0, 0.5);
      return;
    }
    for (let k = 0; k < count; k++)
      scale(samples, runs, run, k * next, k % 2 === first ? lowPassGain : 1 / lowPassGain);
    liftingSteps.forEach((factor, step) => {
      for (let k = step % 2 === 0 ? first : 1 - first; k < count; k += 2) {
        subtract(samples, runs, run, k * next, along(k - 1), along(k + 1), factor);
      }
    });
  });
}

function scale(samples: Float32Array, runs: number, run: number, at: number, factor: number): void {
  for (let i = 0, o = at; i < runs; i++, o += run) samples[o] *= factor;
}

function subtract(
  samples: Float32Array,
  runs: number,
  run: number,
  at: number,
  a: number,
  b: number,
  factor: number,
): void {
  for (let i = 0, o = 0; i < runs; i++, o += run) samples[at + o] -= factor * (samples[a + o] + samples[b + o]);
}

/** A direction of the plane: `count` samples behind each other, `next` apart, in `runs` lines, `run` apart. */
interface Axis {
  /** The first even coordinate: 0 or 1 after the start. */
  first: number;
  count: number;
  next: number;
  runs: number;
  run: number;
  /** Where the sample `k` begins, mirrored at both ends. */
  along: (k: number) => number;
}

/** Along rows, then along columns. A step takes all lines at once, so that columns are read as rows are. */
function eachAxis({ x0, y0, width, height }: Plane<Samples>, undo: (axis: Axis) => void): void {
  const axis = (start: number, count: number, next: number, runs: number, run: number): Axis => ({
    first: start & 1,
    count,
    next,
    runs,
    run,
    along: (k) => (k < 0 ? -k : k >= count ? 2 * count - 2 - k : k) * next,
  });
  if (width === 0 || height === 0) return;
  undo(axis(x0, width, 1, height, width));
  undo(axis(y0, height, width, width, 1));
}
