import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { refuse, type Answer } from './answer.ts';
import type { BareHandler } from './bind-bare.ts';
import type { BindOptions } from './bind-options.ts';
import type { Keep, Lasting } from './keep.ts';
import { quotaHeaders, type Quota } from './rate-limit.ts';
import { emptyBody } from './represent.ts';
import { requestIdOf } from './request-id.ts';

export interface ShortRoad {
  /** Answers from memory and gives true, or gives false. */
  handle: BareHandler;
  keep: Keep;
}

export interface ShortRoadOptions extends Pick<BindOptions, 'log' | 'prefix' | 'lifecycle' | 'limit' | 'observe'> {
  /** Memory for answers; those least used go first. */
  maxBytes: number;
}

/** Whoever asks with longer ones goes the long road. */
const longestKey = 2048;
/** What an answer costs beside its body and its key, about: its headers, twice. */
const entryBytes = 3000;

/** With the headers of a 304. What was kept of a 304 has no body, and is of use only to those who know the answer already. */
interface Kept extends Lasting {
  unchanged: string[];
}

/**
 * The short road to an answer that was given before and still stands: from the target as it was written, and the codings
 * that the client takes, to the bytes. The rate limit, the request id and the count are those of the long road; whatever
 * is not plain is left to it: other methods, dates and lists as conditions, a process that is about to end.
 */
export function createShortRoad(options: ShortRoadOptions): ShortRoad {
  const { log, prefix = '', lifecycle, limit, observe, maxBytes } = options;
  const kept = new LRUCache<string, Kept>({
    maxSize: maxBytes,
    maxEntrySize: maxBytes / 4,
    sizeCalculation: ({ body }, key) => body.length + 2 * key.length + entryBytes,
  });

  function answerWith(found: Kept, isKnown: boolean, requestId: string, quota: Quota | undefined): Answer {
    if (quota && !quota.allowed) return refuse(quota, requestId);
    const own = ['X-Request-Id', requestId, ...(quota ? quotaHeaders(quota) : [])];
    return isKnown
      ? { status: 304, headers: [...found.unchanged, ...own], body: emptyBody }
      : { status: 200, headers: [...found.headers, ...own], body: found.body };
  }

  const handle = (request: IncomingMessage, response: ServerResponse): boolean => {
    if (request.method !== 'GET' || lifecycle?.draining) return false;
    const { headers } = request;
    const target = request.url!;
    const found = kept.get(keyOf(target, headers));
    const isKnown = found && knows(headers, found.etag);
    if (!found || isKnown === undefined || (found.status === 304 && !isKnown) || !found.stands()) return false;

    const startedAt = performance.now();
    const requestId = requestIdOf(headers['x-request-id']);
    const write = (quota: Quota | undefined): void => {
      const { status, headers: pairs, body } = answerWith(found, isKnown, requestId, quota);
      response.writeHead(status, pairs).end(body);
      const ms = performance.now() - startedAt;
      observe?.({ route: prefix + found.route, method: 'GET', status, ms });
      log.debug({ requestId, target, status, ms }, 'answered from memory');
    };
    const quota = limit?.({ address: request.socket.remoteAddress, headers }, found.countedAs);
    if (quota instanceof Promise) void quota.then(write);
    else write(quota);
    return true;
  };

  return {
    handle,
    keep(target, headers, lasting) {
      const key = keyOf(target, headers);
      if (key.length > longestKey) return;
      const before = kept.peek(key);
      const isLess =
        lasting.status === 304 && before?.status === 200 && before.etag === lasting.etag && before.stands();
      if (!isLess) kept.set(key, { ...lasting, unchanged: withoutBody(lasting.headers) });
    },
  };
}

/** Codings as the client wrote them: there are few ways in which browsers do. */
function keyOf(target: string, headers: IncomingHttpHeaders): string {
  return `${headers['accept-encoding'] ?? ''} ${target}`;
}

/** Whether the client has this already; undefined where that takes a closer look. */
function knows(headers: IncomingHttpHeaders, etag: string): boolean | undefined {
  const tag = headers['if-none-match'];
  if (tag === etag) return true;
  return tag === undefined && headers['if-modified-since'] === undefined ? false : undefined;
}

/** The headers of a 304: those that describe a body are left away. */
function withoutBody(headers: string[]): string[] {
  return headers.filter((_, i) => !describesBody.has(headers[i - (i % 2)]));
}

const describesBody = new Set(['Content-Type', 'Content-Length', 'Content-Encoding']);
