import type { IncomingHttpHeaders } from 'node:http';
import { RequestError } from '@severe/base';

/** As what a request counts against a limit: tiles, of which a map asks for many, may be counted apart. */
export type CountedAs = 'request' | 'tile';

/** What is known of whoever asks, before anything of the request is read. */
export interface Asker {
  /** The other end of the connection; undefined once it is gone. */
  address: string | undefined;
  headers: IncomingHttpHeaders;
}

/**
 * Counts a request, and says whether it may go on; undefined where nothing limits it. It never throws and never rejects,
 * and where nothing has to be waited for it gives no promise: the roads of tiles and JSON would pay for it.
 */
export type RateLimit = (asker: Asker, as: CountedAs) => Quota | undefined | Promise<Quota | undefined>;

/** What was said to one request. */
export interface Quota {
  policy: RatePolicy;
  allowed: boolean;
  /** How many more may come now. */
  remaining: number;
  /** Milliseconds until the next unit is freed, more than 0. */
  freedInMs: number;
}

/** So many requests in any minute, under a name that clients see. */
export interface RatePolicy {
  name: string;
  limit: number;
  /** `RateLimit-Policy` and `X-RateLimit-Limit`, which are the same on every answer. */
  fixedHeaders: readonly string[];
}

/** @param name letters, digits and `-`; it is written between quotes */
export function ratePolicy(name: string, limit: number): RatePolicy {
  return {
    name,
    limit,
    fixedHeaders: ['X-RateLimit-Limit', String(limit), 'RateLimit-Policy', `"${name}";q=${limit};w=60`],
  };
}

/**
 * The headers that tell a client where it stands, as names and values in turn: the customary ones, whose reset is in Unix
 * seconds, and those of the IETF's draft (`draft-ietf-httpapi-ratelimit-headers`), whose `t` is in seconds from now.
 *
 * @param now Unix milliseconds by the clock of the day, which is the one that clients have
 */
export function quotaHeaders({ policy, remaining, freedInMs }: Quota, now = Date.now()): string[] {
  return [
    ...policy.fixedHeaders,
    'X-RateLimit-Remaining',
    String(remaining),
    'X-RateLimit-Reset',
    String(Math.ceil((now + freedInMs) / 1000)),
    'RateLimit',
    `"${policy.name}";r=${remaining};t=${secondsOf(freedInMs)}`,
  ];
}

/** The 429 of a request that was not allowed. */
export function tooManyRequests({ policy, freedInMs }: Quota): RequestError {
  return new RequestError(429, `Rate limit exceeded: ${policy.limit} requests per minute`, {
    'Retry-After': String(secondsOf(freedInMs)),
  });
}

/** Whole seconds after which it is worth coming back. */
function secondsOf(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000));
}
