import type { Measurement } from '../benchmark.ts';
import type { Work } from './work.ts';

/** Less cannot be told from noise. */
const flat = 0.01;

/** What one thing costs with so much of what grows. */
export interface Cost {
  /** Rows, or what else grows. */
  size: number;
  cpuMs: number;
  p99Ms: number;
}

/** How the processor time of something grows, with its plot. @param work what grows, and how much is expected */
export function growthOf(
  what: string,
  { of, most, whyMore }: Pick<Work, 'of' | 'most' | 'whyMore'>,
  costs: readonly Cost[],
): Measurement {
  return {
    what: `${what}: exponent of the processor time by the number of ${of}`,
    value: Math.max(flat, exponentOf(costs)),
    unit: '',
    better: 'lower',
    peer: { name: 'expected at most', value: most },
    target: {
      ratio: 1,
      text: most < 1 ? 'flat or logarithmic: an index finds it' : 'linear: so is the answer',
      ...(whyMore ? { whyMissed: whyMore } : {}),
    },
    course: {
      unit: 'ms',
      minutes: costs.map(({ size }) => size),
      sizesOf: of,
      lines: [
        { name: 'p99', values: costs.map(({ p99Ms }) => p99Ms) },
        { name: 'processor time', values: costs.map(({ cpuMs }) => cpuMs) },
      ],
    },
  };
}

/** The slope of the logarithm of the cost by that of the size, by least squares. */
export function exponentOf(costs: readonly Pick<Cost, 'size' | 'cpuMs'>[]): number {
  const points = costs.map(({ size, cpuMs }) => [Math.log(size), Math.log(cpuMs)]);
  const [meanX, meanY] = [0, 1].map((i) => points.reduce((sum, point) => sum + point[i], 0) / points.length);
  const across = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  return across / points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
}
