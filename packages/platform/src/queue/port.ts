/** Work for somebody else, soon. A job may be lost or doubled: rows hold the truth, jobs only wake. */
export interface Queue {
  /** Adds a job. While a job of the same `id` waits or runs, adding it again does nothing. */
  add<T extends object>(name: string, data: T, options?: JobOptions): Promise<void>;
  /** Takes jobs of that name, `concurrency` at a time. A handler that throws is tried again as the job asks. */
  process<T extends object>(name: string, concurrency: number, handler: (data: T) => Promise<void>): void;
  /** How many jobs of that name wait and run. */
  counts(name: string): Promise<{ waiting: number; active: number }>;
  ping(): Promise<void>;
  /** Takes no new jobs, and waits until the running ones have ended. */
  close(): Promise<void>;
}

export interface JobOptions {
  id?: string;
  /** Lower goes first, among equals the earlier; a whole number within a million of the default 0. */
  priority?: number;
  delayMs?: number;
  /** How often it is tried in all; default 1. */
  attempts?: number;
  /** Wait before attempt n + 1: `backoffMs * (2^n - 1)`. */
  backoffMs?: number;
}
