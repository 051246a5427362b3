import type { IncomingHttpHeaders } from 'node:http';
import type { CountedAs } from './rate-limit.ts';

/** A response of the slow path that can be served again unchanged: a 200 or a 304. */
export interface CachedResponse {
  status: 200 | 304;
  /** Path of the endpoint below the prefix. */
  route: string;
  countedAs: CountedAs;
  /** Flat list of names and values, without the headers of one request (request id, rate limit). */
  headers: string[];
  etag: string;
  body: string | Uint8Array;
  /** Whether the slow path would send the same response now. */
  isCurrent: () => boolean;
}

/** Caches the response to a GET of this target. */
export type CacheResponse = (target: string, headers: IncomingHttpHeaders, lasting: CachedResponse) => void;
