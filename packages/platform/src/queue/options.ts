import type { WakeOptions } from './port.ts';

const maxWaitMs = 2 ** 31 - 1; // maximum delay of a timer

/** The delay of a call. @throws {TypeError} with the value and the allowed range */
export function checkedDelay({ delayMs = 0 }: WakeOptions): number {
  return whole('delayMs', delayMs, 0, maxWaitMs);
}

export function checkedConcurrency(concurrency: number): number {
  return whole('concurrency', concurrency, 1, 1000);
}

function whole(name: string, value: number, min: number, max: number): number {
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new TypeError(`${name} of a call needs a whole number from ${min} to ${max}, got ${value}`);
}
