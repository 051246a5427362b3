import type { Clock } from '@severe/base';

/** Maximum difference between the clock of a provider and that of the service. */
const toleranceMs = 15 * 60_000;

/** Whether an observation is dated in the future, so that its clock is wrong. */
export function isFuture(at: Date, clock: Clock): boolean {
  return at.getTime() > clock().getTime() + toleranceMs;
}
