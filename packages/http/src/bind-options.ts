import type { Log } from '@severe/base';
import type { Compress } from './compress.ts';
import type { Keep } from './keep.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { RateLimit } from './rate-limit.ts';

/** A request that was answered, for whoever counts. */
export interface Observation {
  /** The path as it is defined, with its names in braces, so that there are few of them. */
  route: string;
  method: string;
  status: number;
  /** From the first look at the request to its answer. */
  ms: number;
}

export interface BindOptions {
  log: Log;
  /** Below which the endpoints lie; `/api/v1` when absent. */
  prefix?: string;
  /** When given, answers end their connections once the process drains. */
  lifecycle?: Lifecycle;
  /** Counts every request but OPTIONS, and refuses those beyond the limit; none is counted when absent. */
  limit?: RateLimit;
  observe?: (seen: Observation) => void;
  /** Shared where several bindings live in one process. */
  compress?: Compress;
  /** Is told of answers that may be given again, by a short road in front; see `createShortRoad`. */
  keep?: Keep;
}
