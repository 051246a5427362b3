import type { Limits } from './limits.ts';

/** Failed cycles in a row before the interval grows. */
const patientCycles = 3;
/** Random variation, so that webhooks of one receiver do not come back together. */
const jitter = 0.2;

/**
 * Time until the next cycle of a webhook that has failed: the usual interval three times, then twice the one before.
 *
 * @param failures failed cycles in a row, at least 1
 * @param random   from 0 to 1
 */
export function nextCycleMs(
  failures: number,
  random: number,
  { cycleEveryMs, longestCycleEveryMs }: Pick<Limits, 'cycleEveryMs' | 'longestCycleEveryMs'>,
): number {
  const doublings = Math.max(0, failures - patientCycles);
  const interval = Math.min(cycleEveryMs * 2 ** doublings, longestCycleEveryMs);
  return Math.round(interval * (1 - jitter + 2 * jitter * random));
}
