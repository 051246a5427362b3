import { lanes, type Lane } from './lanes.ts';

/** Times and limits of the worker. One table, so that tests can shorten the times. */
export interface Limits {
  /** Lines of webhooks, by the time that their receivers take. */
  lanes: readonly Lane[];
  /** Requests of one turn that are not yet recorded, apart from those that take longer than `youngMs`; see `createPace`. */
  youngPerTurn: number;
  youngMs: number;
  /** Cycles whose receiver has turned out to be slow: of one turn, which then claims no more in the lane of fast ones, and of all. */
  slowPerTurn: number;
  mostSlow: number;
  /** A cycle starts no request after this time, so that a slow receiver makes room for others. */
  cycleMs: number;
  /** A cycle reads its webhook and deliveries again after this: a new secret counts, and a disabled webhook sends no more. */
  currentMs: number;
  /** Refused requests after which a cycle ends. A receiver that cannot be reached ends it at once. */
  refusalsPerCycle: number;
  /** Lifetime of a claim; it is extended at a third of it. After a crash, another process continues when it ends. */
  leaseMs: number;
  /** Interval of the search for what no job came for. */
  sweepMs: number;
  /** Interval of a cycle. */
  cycleEveryMs: number;
  /** Longest interval of a webhook that fails. */
  longestCycleEveryMs: number;
  /** Failed cycles in a row after which a webhook is disabled. */
  mostFailures: number;
}

const [second, minute] = [1000, 60_000];

export const defaultLimits: Limits = {
  lanes,
  youngPerTurn: 4,
  youngMs: 500,
  slowPerTurn: 4,
  mostSlow: 2048,
  cycleMs: 20 * second,
  currentMs: 500,
  refusalsPerCycle: 5,
  leaseMs: 45 * second,
  sweepMs: 15 * second,
  cycleEveryMs: 30 * second,
  longestCycleEveryMs: 15 * minute,
  mostFailures: 15,
};
