import type { Log } from '@severe/base';
import type { AccessControl } from './access.ts';
import type { Compress } from './compress.ts';
import type { CacheResponse } from './cached-response.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { RateLimit } from './rate-limit.ts';
import type { RunInTurn } from './respond.ts';

/** A completed request, for metrics. */
export interface Observation {
  /** Path of the endpoint, with its parameter names in braces. */
  route: string;
  method: string;
  status: number;
  /** Time from the first look at the request to its response. */
  ms: number;
}

export interface BindOptions {
  log: Log;
  /** Prefix of all paths; default `/api/v1`. */
  prefix?: string;
  /** Needed if an endpoint is for pages of the own origin only. */
  access?: AccessControl;
  /** Responses close their connections while the process drains. */
  lifecycle?: Lifecycle;
  /** Rate limit of all requests except OPTIONS. Requests are not counted if absent. */
  limit?: RateLimit;
  /** Lets handlers wait for their turn. If absent, they run at once. */
  runInTurn?: RunInTurn;
  observe?: (seen: Observation) => void;
  /** Shared by all bindings of a process. */
  compress?: Compress;
  /** Receives responses for the fast path; see `createFastPath`. */
  cacheResponse?: CacheResponse;
}
