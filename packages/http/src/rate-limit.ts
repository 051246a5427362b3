import type { IncomingHttpHeaders } from 'node:http';
import { RequestError } from '@severe/base';

/**
 * Kind of a request for rate limits. Tiles may have their own limit, because a map requests many, and files of the pages have
 * one. What is exempt counts only if its API key is not valid.
 */
export type CountedAs = 'request' | 'tile' | 'page' | 'exempt';

/** The sender of a request. */
export interface Client {
  /** Remote address of the connection; undefined once it is closed. */
  address: string | undefined;
  headers: IncomingHttpHeaders;
}

/**
 * Counts a request and decides whether it is allowed; undefined if it is not limited. Never throws and never rejects.
 * Returns no promise if nothing has to be awaited, because a promise costs time on every request.
 */
export type RateLimit = (client: Client, as: CountedAs) => Quota | undefined | Promise<Quota | undefined>;

/** Decision about one request. */
export interface Quota {
  policy: RatePolicy;
  allowed: boolean;
  /** Number of requests that are still allowed now. */
  remaining: number;
  /** Milliseconds until another request is allowed. More than 0. */
  freedInMs: number;
  /** Whose portion of what is shared by turns the request takes; absent: that of its address. */
  portion?: string;
  /** Whether the request has an API key that is not valid. It counts against the address and is refused. */
  invalidKey?: boolean;
}

/** Maximum number of requests in any minute, and the name of the policy in headers. */
export interface RatePolicy {
  name: string;
  limit: number;
  /** `RateLimit-Policy` and `X-RateLimit-Limit`, which are the same on every response. */
  fixedHeaders: readonly string[];
  /** What a refused client can do, beside waiting. */
  hint: string | undefined;
}

/** @param name letters, digits and `-`; written in quotes */
export function ratePolicy(name: string, limit: number, hint?: string): RatePolicy {
  return {
    name,
    limit,
    hint,
    fixedHeaders: ['X-RateLimit-Limit', String(limit), 'RateLimit-Policy', `"${name}";q=${limit};w=60`],
  };
}

/**
 * The rate limit headers, as a flat list of names and values: the customary ones, whose reset is in Unix seconds, and
 * those of the IETF draft (`draft-ietf-httpapi-ratelimit-headers`), whose `t` is in seconds from now.
 *
 * @param now Unix milliseconds of the real clock, which clients also have
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

/** The error of a request that is refused: a 429 beyond the limit, a 401 for an invalid key; undefined if it may proceed. */
export function refusalOf({
  policy: { limit, hint },
  allowed,
  freedInMs,
  invalidKey,
}: Quota): RequestError | undefined {
  if (allowed) return invalidKey ? new RequestError(401, 'Invalid or revoked API key') : undefined;
  return new RequestError(429, `Rate limit exceeded: ${limit} requests per minute${hint ? `; ${hint}` : ''}`, {
    'Retry-After': String(secondsOf(freedInMs)),
  });
}

/** Whole seconds until then, at least one. */
function secondsOf(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000));
}
