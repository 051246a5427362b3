import type { JobOptions } from './port.ts';

const maxWaitMs = 2 ** 31 - 1; // maximum delay of a timer
const maxAttempts = 100;

export interface CheckedOptions {
  id: string | undefined;
  delayMs: number;
  attempts: number;
  backoffMs: number;
}

/** The options with defaults. @throws {TypeError} with the option, its value and the allowed range */
export function checkedOptions(options: JobOptions = {}): CheckedOptions {
  return {
    id: options.id,
    delayMs: whole('delayMs', options.delayMs ?? 0, 0, maxWaitMs),
    attempts: whole('attempts', options.attempts ?? 1, 1, maxAttempts),
    backoffMs: whole('backoffMs', options.backoffMs ?? 0, 0, maxWaitMs),
  };
}

/** Delay of a job after a number of failures: `backoffMs * (2^failures - 1)`. */
export function backoff(backoffMs: number, failures: number): number {
  return Math.min(backoffMs * (2 ** failures - 1), maxWaitMs);
}

export function checkedConcurrency(concurrency: number): number {
  return whole('concurrency', concurrency, 1, 1000);
}

function whole(name: string, value: number, min: number, max: number): number {
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new TypeError(`${name} of a job needs a whole number from ${min} to ${max}, got ${value}`);
}
