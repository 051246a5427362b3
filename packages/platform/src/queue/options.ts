import type { JobOptions } from './port.ts';

/** The greatest priority of either sign. */
export const MAX_PRIORITY = 1_000_000;
const MAX_WAIT_MS = 2 ** 31 - 1; // what a timer takes
const MAX_ATTEMPTS = 100;

export interface CheckedOptions {
  id: string | undefined;
  priority: number;
  delayMs: number;
  attempts: number;
  backoffMs: number;
}

/** The options with their defaults. @throws {TypeError} naming the option, what was given and what was needed */
export function checkedOptions(options: JobOptions = {}): CheckedOptions {
  return {
    id: options.id,
    priority: whole('priority', options.priority ?? 0, -MAX_PRIORITY, MAX_PRIORITY),
    delayMs: whole('delayMs', options.delayMs ?? 0, 0, MAX_WAIT_MS),
    attempts: whole('attempts', options.attempts ?? 1, 1, MAX_ATTEMPTS),
    backoffMs: whole('backoffMs', options.backoffMs ?? 0, 0, MAX_WAIT_MS),
  };
}

/** How long a job waits after its `failures`-th failure: `backoffMs * (2^failures - 1)`. */
export function backoff(backoffMs: number, failures: number): number {
  return Math.min(backoffMs * (2 ** failures - 1), MAX_WAIT_MS);
}

export function checkedConcurrency(concurrency: number): number {
  return whole('concurrency', concurrency, 1, 1000);
}

function whole(name: string, value: number, min: number, max: number): number {
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new TypeError(`${name} of a job needs a whole number from ${min} to ${max}, got ${value}`);
}
