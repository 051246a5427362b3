/** Limits of a frame and retry settings of the worker. One table, so that tests can shorten the times. */
export interface Limits {
  /** Processor time of a frame; its thread is stopped. A frame takes about a second. */
  renderMs: number;
  /** Processor time of a run of the nowcast, which takes some seconds. */
  nowcastMs: number;
  /** Lease of a job. It is renewed while the job runs; after it, a job of a killed process is free. */
  leaseMs: number;
  /** Failures after which a job is dead. Killed processes and unavailable systems are no failures. */
  maxFailures: number;
  /** Attempts in total: a file may also kill the process each time. */
  maxAttempts: number;
  /** Delay after the first failure; it doubles up to `maxBackoffMs`. */
  backoffMs: number;
  maxBackoffMs: number;
  /** Interval of the search for due jobs without a message. */
  sweepMs: number;
  /** Interval of the removal of old frames. */
  retentionMs: number;
  /** Objects of a removed frame stay this long for readers that have not seen the removal. */
  graceMs: number;
  /** Age at which an object that no row names is removed; no attempt takes so long. */
  orphanMs: number;
  /** Retention of rows of ended jobs: feeds look them up for as far back as they read. */
  endedJobsMs: number;
  /** Age at which a provider's file without a waiting job is removed. */
  rawMs: number;
  /** Limit of a thread's JavaScript heap. Grid cells are outside it and limited by the decoder. */
  heapMb: number;
}

/** More jobs than ever wait. */
export const allJobs = 100_000;

const [second, minute, hour] = [1000, 60_000, 3_600_000];

export const defaultLimits: Limits = {
  renderMs: 30 * second,
  nowcastMs: 2 * minute,
  leaseMs: minute,
  maxFailures: 3,
  maxAttempts: 60,
  backoffMs: 10 * second,
  maxBackoffMs: 5 * minute,
  sweepMs: 15 * second,
  retentionMs: 2 * minute,
  graceMs: 2 * minute,
  orphanMs: hour,
  endedJobsMs: 24 * hour,
  rawMs: 24 * hour,
  heapMb: 512,
};
