import { averageBlocks, borrowParts, giveBack, type Part } from '@severe/kernels';
import type { EchoFrame } from './echo.ts';
import type { Plane } from './plane.ts';

type Size = Pick<Plane, 'width' | 'height'>;

/** A grid of means over blocks of cells of the frames, or of a finer grid. */
interface Step {
  factor: number;
  size: Size;
  /** Of which steps it is the mean; the frames themselves are the first. */
  from: number;
}

/**
 * Frames on coarser grids. Each is averaged from the coarsest of which its cells have a whole number, and not from the frame: that
 * is as good, but for the cells at the edge, which are of fewer.
 *
 * @param factors cells in one of each grid, descending
 * @returns the frames on each grid, in the order of `factors`, until `release` is called
 */
export function coarserGrids(
  frames: readonly EchoFrame[],
  factors: readonly number[],
): { grids: EchoFrame[][]; release: () => void } {
  const steps = stepsTo(factors, frames[0].echo);
  const [whole, ...coarser] = steps.map(({ size }) => 4 * size.width * size.height);
  const means = coarser.reduce((sum, bytes) => sum + bytes + spare, 0);
  const sizes = { whole, line: 4 * frames[0].echo.width, means: 2 * frames.length * means };
  const { space, parts } = borrowParts(sizes);
  let end = parts.means.at;
  const planesOf = (plane: Plane): Plane[] => {
    space.floats(parts.whole).set(plane.values);
    const places: Part[] = [parts.whole];
    const made = [plane];
    for (const { factor, size, from } of steps.slice(1)) {
      const into = { at: end, length: 4 * size.width * size.height };
      end += into.length + spare;
      averageBlocks(space, { ...places[from], ...made[from] }, factor / steps[from].factor, parts.line, into);
      places.push(into);
      made.push({ ...size, values: space.floats(into) });
    }
    return made;
  };
  const onSteps = frames.map(({ minutes, echo, known }) => {
    const [echoes, shares] = [planesOf(echo), planesOf(known)];
    return echoes.map((each, i): EchoFrame => ({ minutes, echo: each, known: shares[i] }));
  });
  const grids = factors.map((factor) => {
    const step = steps.findIndex((each) => each.factor === factor);
    return onSteps.map((ofFrame) => ofFrame[step]);
  });
  return { grids, release: () => giveBack(space) };
}

/** Bytes that vectors may read behind a plane; keeps the next one aligned. */
const spare = 16;

function stepsTo(factors: readonly number[], { width, height }: Size): Step[] {
  const steps: Step[] = [{ factor: 1, size: { width, height }, from: 0 }];
  for (const factor of factors.toReversed().filter((each) => each > 1)) {
    const from = steps.findLastIndex((finer) => factor % finer.factor === 0);
    const [across, down] = [steps[from].size.width, steps[from].size.height].map((cells) =>
      Math.ceil(cells / (factor / steps[from].factor)),
    );
    steps.push({ factor, size: { width: across, height: down }, from });
  }
  return steps;
}
