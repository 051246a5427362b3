import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { SizedCache, type CacheBudget } from '@severe/async';
import { headersTo, readerOf, type Reader } from './cors.ts';
import { sendRefusal } from './respond.ts';
import type { BareHandler } from './bare/bind-bare.ts';
import type { BindOptions } from './bind-options.ts';
import type { CacheResponse, CachedResponse } from './cached-response.ts';
import { quotaHeaders, refusalOf, type Quota } from './rate-limit.ts';
import { emptyBody } from './represent.ts';
import { requestIdOf } from './request-id.ts';
import { prepareHead, sendPrepared, type PreparedHead } from './send-prepared.ts';

export interface FastPath {
  /** Serves the response from memory and returns true; else returns false. */
  handle: BareHandler;
  cacheResponse: CacheResponse;
}

interface FastPathOptions extends Pick<BindOptions, 'log' | 'prefix' | 'lifecycle' | 'limit' | 'observe'> {
  /** Memory of the responses, among others. */
  budget: CacheBudget;
  /** Of the request that is served: requests of different variants share no response. Default: one for all. */
  variant?: () => string;
}

/** Share of the memory of all caches that responses keep. */
const minimum = 1 / 64;
/** Share that they never exceed, as that of what they are made of. */
const most = 1 / 16;
/** Requests with longer keys take the slow path. */
const maxKeyLength = 2048;
/** Approximate size of an entry without body and key: its headers, as lists and as text, for two kinds of reader. */
const entryBytes = 4000;

/** With the heads of its responses, prepared when first needed. A cached 304 has no body and serves only clients that have the representation. */
interface CacheEntry extends CachedResponse {
  body: Uint8Array;
  heads: { 200: Heads; 304: Heads };
}

type Heads = Partial<Record<Reader, PreparedHead>>;

/**
 * The fast path: serves a GET from memory if the slow path would send the same response. The key is the request target
 * as received and the Accept-Encoding header. Rate limit, request id and metrics are as on the slow path, which handles
 * everything else: other methods, conditions with dates or lists of tags, and requests while the process drains.
 */
export function createFastPath(options: FastPathOptions): FastPath {
  const { log, prefix = '', lifecycle, limit, observe, budget, variant = () => '' } = options;
  const cache = new SizedCache<CacheEntry>({ name: 'encoded responses', budget, minimum, most });

  const handle = (request: IncomingMessage, response: ServerResponse): boolean => {
    if (request.method !== 'GET' || lifecycle?.draining) return false;
    const { headers } = request;
    const target = request.url!;
    const found = cache.get(keyOf(target, headers, variant()));
    const isFresh = found && hasRepresentation(headers, found.etag);
    if (!found || isFresh === undefined || (found.status === 304 && !isFresh) || !found.isCurrent()) return false;

    const startedAt = performance.now();
    const requestId = requestIdOf(headers['x-request-id']);
    const write = (quota: Quota | undefined): void => {
      const reader = readerOf(headers);
      const refusal = quota && refusalOf(quota);
      let status: number;
      if (refusal) {
        status = sendRefusal(response, refusal, requestId, quota, reader);
      } else {
        status = isFresh ? 304 : 200;
        const added = ['X-Request-Id', requestId, ...(quota ? quotaHeaders(quota) : [])];
        sendPrepared(response, headOf(found, isFresh, reader), added, isFresh ? emptyBody : found.body);
      }
      const ms = performance.now() - startedAt;
      observe?.({ route: prefix + found.route, method: 'GET', status, ms });
      log.debug({ requestId, target, status, ms }, 'served from memory');
    };
    const quota = limit?.({ address: request.socket.remoteAddress, headers }, found.countedAs);
    if (quota instanceof Promise) void quota.then(write);
    else write(quota);
    return true;
  };

  return {
    handle,
    cacheResponse(target, headers, response) {
      const key = keyOf(target, headers, variant());
      if (key.length > maxKeyLength) return;
      const before = cache.peek(key);
      const isCached =
        response.status === 304 && before?.status === 200 && before.etag === response.etag && before.isCurrent();
      if (isCached) return;
      const body = typeof response.body === 'string' ? Buffer.from(response.body) : response.body;
      const entry = { ...response, body, heads: { 200: {}, 304: {} } };
      cache.set(key, entry, body.length + 2 * key.length + entryBytes);
    },
  };
}

/** Accept-Encoding is not parsed: browsers send few different values. */
function keyOf(target: string, headers: IncomingHttpHeaders, variant: string): string {
  return `${headers['accept-encoding'] ?? ''} ${variant}${target}`;
}

/** Whether the client has this representation; undefined if the conditions need the slow path. */
function hasRepresentation(headers: IncomingHttpHeaders, etag: string): boolean | undefined {
  const tag = headers['if-none-match'];
  if (tag === etag) return true;
  return tag === undefined && headers['if-modified-since'] === undefined ? false : undefined;
}

function headOf({ headers, heads }: CacheEntry, isFresh: boolean, reader: Reader): PreparedHead {
  const status = isFresh ? 304 : 200;
  const prepare = () => prepareHead(status, headersTo(reader, isFresh ? headersOf304(headers) : headers));
  return (heads[status][reader] ??= prepare());
}

/** The headers of a 304: without those that describe the body. */
function headersOf304(headers: string[]): string[] {
  return headers.filter((_, i) => !bodyHeaders.has(headers[i - (i % 2)]));
}

const bodyHeaders = new Set(['Content-Type', 'Content-Length', 'Content-Encoding']);
