/**
 * A job queue: the job that is ready first runs first. A job may be lost or run twice: database rows are authoritative, jobs
 * only trigger the work.
 */
export interface Queue {
  /** Adds a job. Has no effect while a job with the same `id` waits or runs. */
  add<T extends object>(name: string, data: T, options?: JobOptions): Promise<void>;
  /** Processes jobs of a name, at most `concurrency` at the same time. A handler that throws is retried according to the job. */
  process<T extends object>(name: string, concurrency: number, handler: (data: T) => Promise<void>): void;
  /** Number of waiting and running jobs of a name. */
  counts(name: string): Promise<{ waiting: number; active: number }>;
  ping(): Promise<void>;
  /** Starts no new jobs and waits for the running ones. */
  close(): Promise<void>;
}

export interface JobOptions {
  id?: string;
  delayMs?: number;
  /** Maximum number of attempts; default 1. */
  attempts?: number;
  /** Delay before attempt n + 1: `backoffMs * (2^n - 1)`. */
  backoffMs?: number;
}
