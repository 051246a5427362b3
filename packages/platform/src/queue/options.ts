import type { WakeOptions } from './port.ts';

const maxWaitMs = 2 ** 31 - 1; // maximum delay of a timer
const maxConcurrency = 1000;

/** The delay of a call, within what timers can do: to wake a worker early does no harm. */
export function delayOf({ delayMs = 0 }: WakeOptions): number {
  return delayMs > 0 ? Math.min(Math.ceil(delayMs), maxWaitMs) : 0;
}

/** @throws {TypeError} with the value and the allowed range */
export function checkedConcurrency(concurrency: number): number {
  if (Number.isInteger(concurrency) && concurrency >= 1 && concurrency <= maxConcurrency) return concurrency;
  throw new TypeError(
    `the concurrency of a worker needs a whole number from 1 to ${maxConcurrency}, got ${concurrency}`,
  );
}
