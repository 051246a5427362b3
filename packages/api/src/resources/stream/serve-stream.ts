import { apiVersion } from '../../api-version.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { RequestError, UpstreamError, type Clock, type Log, type Settings } from '@severe/base';
import type { StreamPosition } from '@severe/db';
import {
  apiPrefix,
  clientAddress,
  compileReadCall,
  errorResponse,
  headersTo,
  publicHeaders,
  quotaHeaders,
  readerOf,
  refusalOf,
  requestIdOf,
  type BareHandler,
  type BindOptions,
  type Quota,
} from '@severe/http';
import type { Credential, CredentialWatch } from '../../access/credential-watch.ts';
import type { ApiContext } from '../../context.ts';
import type { StreamMetrics } from '../../ops/stream-metrics.ts';
import { presentReplay } from '../meta/replay.ts';
import { StreamConnection } from './connection.ts';
import { credentialsOf } from './credentials-of.ts';
import { listenToStream, streamHeaders } from './endpoints.ts';
import { controlText, parseEventId, retryText } from './event-text.ts';
import type { StreamHub } from './hub.ts';

interface StreamOptions extends Pick<BindOptions, 'lifecycle' | 'limit' | 'observe'> {
  hub: StreamHub;
  metrics: StreamMetrics;
  credentials: CredentialWatch;
  context: ApiContext;
  settings: Pick<Settings, 'trustProxy' | 'streamMaxPerIp'>;
  clock: Clock;
  log: Log;
}

const path = apiPrefix + listenToStream.path;
const readCall = compileReadCall(listenToStream);
const headerPairs = Object.entries({ ...publicHeaders, ...streamHeaders }).flat();
/**
 * A client that comes before the events have been read, any or the one that it names, waits for them this long: others
 * would all retry at once.
 */
const maxReadingMs = 10_000;
/** Retry interval of a refused client. */
const retrySeconds = 5;

/**
 * Serves `GET /stream` from `node:http` itself: no rate limit, no compression, one buffer for all clients. An API key that is
 * not valid is refused, as on every path, and a stream ends when its key or session does. Refusals, other
 * methods and HEAD take the path of any endpoint.
 */
export function serveStream({
  hub,
  metrics,
  credentials,
  context,
  settings,
  clock,
  log,
  lifecycle,
  limit,
  observe,
}: StreamOptions): BareHandler {
  const openByAddress = new Map<string, number>();

  return (request, response) => {
    const url = request.url!;
    if (url !== path && !url.startsWith(`${path}?`)) return false;
    const filter = request.method === 'GET' ? readFilter(url) : undefined;
    if (!filter) return false;

    const begin = (): void => {
      const held = credentialsOf(request.headers, context);
      const last = lastEventOf(request);
      const { sources } = filter;
      const isRead = hub.hasRead(last);
      if (isRead && !held) {
        admit(request, response, { sources, last, held: [] });
        return;
      }
      const read = isRead || Promise.race([hub.read(last), sleep(maxReadingMs, undefined, { ref: false })]);
      void Promise.all([held, read]).then(([found = []]) => admit(request, response, { sources, last, held: found }));
    };
    const proceed = (quota: Quota | undefined): void => {
      const refusal = quota && refusalOf(quota);
      if (refusal) refuse(request, response, refusal, quotaHeaders(quota));
      else begin();
    };
    const quota = limit?.({ address: request.socket.remoteAddress, headers: request.headers }, 'exempt');
    if (quota instanceof Promise) void quota.then(proceed);
    else proceed(quota);
    return true;
  };

  function admit(request: IncomingMessage, response: ServerResponse, wish: Wish): void {
    if (request.socket.destroyed) return;
    if (!response.socket) {
      // Other responses of its connection come first (pipelining); the stream writes to the socket itself.
      response.once('socket', () => admit(request, response, wish));
      return;
    }
    const address = clientAddress(
      request.socket.remoteAddress,
      request.headers['x-forwarded-for'] as string | undefined,
      settings.trustProxy,
    );
    const open = openByAddress.get(address) ?? 0;
    const problem = problemWith(open);
    if (problem) {
      refuse(request, response, problem);
      return;
    }
    openByAddress.set(address, open + 1);
    request.socket.once('close', () => {
      const left = openByAddress.get(address)! - 1;
      if (left > 0) openByAddress.set(address, left);
      else openByAddress.delete(address);
    });
    accept(request, response, wish);
  }

  /** Why no stream can be opened now; `open` is the number of streams of the client's address. */
  function problemWith(open: number): UpstreamError | undefined {
    const { streamMaxPerIp } = settings;
    if (lifecycle?.draining) return unavailable('the service is stopping');
    if (!hub.events) return unavailable('the events have not been read yet');
    if (streamMaxPerIp > 0 && open >= streamMaxPerIp) return unavailable(`one address has ${open} open streams`);
    return undefined;
  }

  /** @param more further headers: names and values in turn */
  function refuse(
    request: IncomingMessage,
    response: ServerResponse,
    problem: UpstreamError | RequestError,
    more: string[] = [],
  ): void {
    const requestId = requestIdOf(request.headers['x-request-id']);
    const { status, headers, body } = errorResponse(problem, log, { requestId, path });
    const connection = lifecycle?.draining ? { Connection: 'close' } : {};
    const pairs = Object.entries({ ...publicHeaders, ...headers, ...connection, 'X-Request-Id': requestId }).flat();
    response.writeHead(status, [...headersTo(readerOf(request.headers), pairs), ...more]).end(body);
    metrics.started('refused');
    observe?.({ route: path, method: 'GET', status, ms: 0 });
  }

  function accept(request: IncomingMessage, response: ServerResponse, { sources, last, held }: Wish): void {
    const startedAt = performance.now();
    const requestId = requestIdOf(request.headers['x-request-id']);
    const events = hub.events!;
    const now = clock();
    const replay = presentReplay(context.replay, now);
    const given = request.headers['last-event-id'];
    const resumes = last !== undefined && events.canResume(last, now);
    const position = resumes ? last : events.position;

    const connection = new StreamConnection(request, response, {
      headers: [...headersTo(readerOf(request.headers), headerPairs), 'X-Request-Id', requestId],
      cursor: position.number,
      sources,
      onCut: metrics.cut,
    });
    metrics.started(resumes ? 'resumed' : given ? 'reset' : 'new');
    connection.writeText(
      retryText + controlText('ready', position, { time: now, version: apiVersion, ...(replay ? { replay } : {}) }),
    );
    if (given && !resumes) connection.writeText(controlText('reset', position, { time: now }));
    const unwatch = held.map((credential) => credentials.watch(credential, () => hub.end(connection)));
    request.socket.once('close', () => {
      hub.remove(connection);
      for (const end of unwatch) end();
    });
    hub.add(connection);
    observe?.({ route: path, method: 'GET', status: 200, ms: performance.now() - startedAt });
  }
}

/** What a client wants, and the key and session on which its stream depends. */
interface Wish {
  sources: ReadonlySet<string> | undefined;
  /** The event after which it listens; undefined if it names none. */
  last: StreamPosition | undefined;
  held: readonly Credential[];
}

/** The position that `Last-Event-ID` names; undefined without one, and for what is no id. */
function lastEventOf({ headers }: IncomingMessage): StreamPosition | undefined {
  return parseEventId((headers['last-event-id'] as string | undefined) ?? '');
}

function unavailable(reason: string): UpstreamError {
  return new UpstreamError('stream', reason, { retryAfterSeconds: retrySeconds });
}

/** The wanted events of a valid request; undefined if the request must be refused. */
function readFilter(url: string): { sources: ReadonlySet<string> | undefined } | undefined {
  try {
    const mark = url.indexOf('?');
    const { query } = readCall([], mark < 0 ? '' : url.slice(mark + 1));
    const sources = query['sources'] as string[] | undefined;
    return { sources: sources && new Set(sources) };
  } catch (error) {
    if (error instanceof RequestError) return undefined;
    throw error;
  }
}
