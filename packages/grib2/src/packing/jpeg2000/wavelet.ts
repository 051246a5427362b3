type Samples = Int32Array | Float32Array;

/** Samples of a resolution, row by row, and its origin, which determines the positions of low-pass samples. */
export interface Plane<T extends Samples> {
  samples: T;
  x0: number;
  y0: number;
  width: number;
  height: number;
}

/**
 * Reverses a step of the integer 5-3 wavelet transformation in place. Low-pass samples are at even coordinates, high-pass
 * samples at odd ones.
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

/** The four lifting steps of the 9-7 filter in reverse order, and the gain of low-pass samples (table F.4). */
const liftingSteps = [0.443506852043971, 0.882911075530934, -0.052980118572961, -1.586134342059924];
const lowPassGain = 1.230174104914001;

/** The same for the 9-7 filter, in floating point. */
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

/** A direction in the plane: `count` samples with stride `next`, in `runs` lines with stride `run`. */
interface Axis {
  /** Index of the first even coordinate: 0 or 1. */
  first: number;
  count: number;
  next: number;
  runs: number;
  run: number;
  /** Offset of sample `k`, mirrored at both ends. */
  along: (k: number) => number;
}

/** Rows first, then columns. Each step processes all lines, so that memory is read in order for columns too. */
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
