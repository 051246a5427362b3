/** What a frame may cost, and how patient the worker is. One table, so that tests can shorten it. */
export interface Limits {
  /** A frame that takes longer is stopped with its thread; a real one takes about a second. */
  renderMs: number;
  /** How long a job belongs to whoever took it: longer than anything that may happen to it. */
  leaseMs: number;
  /** A job that fails so often, for other reasons than a system that is away, is given up. */
  mostFailures: number;
  /** So often a job is taken in all; the process may be killed for reasons of its own. */
  mostTakes: number;
  /** Wait after the first failure; it doubles up to `longestBackoffMs`. */
  backoffMs: number;
  longestBackoffMs: number;
  /** How often the rows are searched for jobs that no message came for. */
  sweepMs: number;
  /** How often old frames are removed. */
  retentionMs: number;
  /** Objects of a removed frame stay for readers that have not heard of it yet. */
  graceMs: number;
  /** An object that no row names is given up at this age: by then nobody is still making its frame. */
  orphanMs: number;
  /** Rows of ended jobs are kept so long: a feed must know what it had, for as far back as it looks. */
  endedJobsMs: number;
  /** A provider's file that no waiting job names is given up at this age. */
  rawMs: number;
  /** JavaScript heap of a thread; the cells of grids are outside it, and bounded by the decoder. */
  heapMb: number;
}

const [second, minute, hour] = [1000, 60_000, 3_600_000];

export const defaultLimits: Limits = {
  renderMs: 30 * second,
  leaseMs: minute,
  mostFailures: 3,
  mostTakes: 10,
  backoffMs: 10 * second,
  longestBackoffMs: 5 * minute,
  sweepMs: 15 * second,
  retentionMs: 2 * minute,
  graceMs: 2 * minute,
  orphanMs: hour,
  endedJobsMs: 24 * hour,
  rawMs: 24 * hour,
  heapMb: 512,
};
