import type { Readable } from 'node:stream';
import { RequestError, silentLog, type Log } from '@severe/base';
import type { Compress } from './compress.ts';
import { preflightHeaders, publicHeaders } from './cors.ts';
import { Reply, type Call } from './endpoint.ts';
import { errorAnswer } from './error-body.ts';
import type { Keep } from './keep.ts';
import { quotaHeaders, tooManyRequests, type Asker, type Quota, type RateLimit } from './rate-limit.ts';
import { byteLength, emptyBody, represent, type Draft } from './represent.ts';
import type { Route, Served } from './route.ts';

/** A request to a path that is ours, before its parameters are read. */
export interface Incoming extends Asker {
  method: string;
  /** Path and query as they were written. */
  target: string;
  /** What stood for the names in the path, still percent-encoded. */
  texts: readonly string[];
  /** The query without its question mark. */
  search: string;
  requestId: string;
  /** The body as it comes in. */
  stream: Readable;
}

/**
 * What is written back: names and values of headers in turn, as `writeHead` takes them (objects of headers, merged for
 * every tile, cost more than all the rest of the road). A HEAD is answered as a GET would be; Node leaves its body away.
 */
export interface Answer {
  status: number;
  headers: string[];
  body: string | Uint8Array;
}

/** What answering needs beside the request. */
export interface Means<C> {
  context: () => C;
  log: Log;
  compress: Compress;
  /** Counts every request but OPTIONS; none is counted when absent. */
  limit?: RateLimit;
  /** Is told of answers that may be given again; none are when absent. */
  keep?: Keep;
}

/**
 * The road of a request through an endpoint, the same behind Koa and behind the bare handler: limit → method →
 * parameters → handler → representation → headers. Never throws and never rejects. Where nothing on the road has to be waited for,
 * the answer comes back at once: a tile from memory costs no turn of the event loop.
 */
export function answer<C>(route: Route, incoming: Incoming, means: Means<C>): Answer | Promise<Answer> {
  const { limit } = means;
  const served = route.methods.get(incoming.method === 'HEAD' ? 'GET' : incoming.method);
  if (!limit || incoming.method === 'OPTIONS') return respond(route, served, incoming, means);
  const quota = limit(incoming, served?.endpoint.countedAs ?? 'request');
  if (quota instanceof Promise) return quota.then((told) => respond(route, served, incoming, means, told));
  return respond(route, served, incoming, means, quota);
}

/** What follows when it is known whether the request may go on. */
function respond<C>(
  route: Route,
  served: Served | undefined,
  incoming: Incoming,
  means: Means<C>,
  quota?: Quota,
): Answer | Promise<Answer> {
  const { method, headers, requestId } = incoming;
  const failed = (error: unknown): Draft => errorAnswer(error, means.log, { requestId, path: route.path });
  const finished = (draft: Draft): Answer => finish(draft, served?.cacheControl, requestId, quota);
  if (quota && !quota.allowed) return refuse(quota, requestId);
  if (!served) return finished(withoutHandler(route, method, failed));

  const called = (body: Call<any, any>['body']): Draft | Promise<Draft> => {
    const values = served.read(incoming.texts, incoming.search);
    const call: Call<any, any> = { ...values, body, method, requestId, headers: headers as Call<any, any>['headers'] };
    const asked = served.endpoint.method === 'GET' ? headers : unconditional(headers);
    const represented = (result: object): Draft | Promise<Draft> => {
      const draft = represent(result, served, asked, means.compress);
      if (!means.keep || !(result instanceof Reply) || !result.stands || method !== 'GET') return draft;
      const { stands } = result;
      const kept = (made: Draft): Draft => keepIt(made, route, served, incoming, { keep: means.keep!, stands });
      return draft instanceof Promise ? draft.then(kept) : kept(draft);
    };
    const result = served.endpoint.handle(call, means.context());
    return result instanceof Promise ? result.then(represented) : represented(result);
  };
  try {
    const draft = served.readBody ? served.readBody(headers, incoming.stream).then(called) : called({});
    return draft instanceof Promise ? draft.catch(failed).then(finished) : finished(draft);
  } catch (error) {
    return finished(failed(error));
  }
}

/** The same request without conditions: what a method that sends something gives back is never "not modified". */
function unconditional(headers: Incoming['headers']): Incoming['headers'] {
  return { ...headers, 'if-none-match': undefined, 'if-modified-since': undefined };
}

/** OPTIONS, and methods that the path does not have. */
function withoutHandler({ allow }: Route, method: string, failed: (error: unknown) => Draft): Draft {
  if (method === 'OPTIONS')
    return { status: 204, headers: { Allow: allow, ...preflightHeaders(allow) }, body: emptyBody };
  return failed(new RequestError(405, `Method not allowed here; allowed are ${allow}`, { Allow: allow }));
}

/** Tells the short road of an answer that went out whole, or was known to the client. */
function keepIt(
  draft: Draft,
  { path: route }: Route,
  { endpoint, cacheControl }: Served,
  { target, headers }: Incoming,
  { keep, stands }: { keep: Keep; stands: () => boolean },
): Draft {
  const { status, body } = draft;
  const etag = draft.added?.ETag ?? draft.headers.ETag;
  if ((status === 200 || status === 304) && etag !== undefined) {
    const pairs = lastingPairs(draft, cacheControl);
    const countedAs = endpoint.countedAs ?? 'request';
    keep(target, headers, { status, route, countedAs, headers: pairs, etag, body, stands });
  }
  return draft;
}

/** The answer to a request beyond its limit. */
export function refuse(quota: Quota, requestId: string): Answer {
  return finish(errorAnswer(tooManyRequests(quota), silentLog), undefined, requestId, quota);
}

const publicPairs = Object.entries(publicHeaders).flat();

/** Everything that is written: what belongs to the request, what every answer carries, and what is the answer's own. */
function finish(draft: Draft, rule: string | undefined, requestId: string, quota: Quota | undefined): Answer {
  const pairs = [...lastingPairs(draft, rule), 'X-Request-Id', requestId];
  if (quota) pairs.push(...quotaHeaders(quota));
  return { status: draft.status, headers: pairs, body: draft.body };
}

/** Headers that are the same whoever asks: what every answer carries, what was worked out, and what the handler gave. */
function lastingPairs({ status, headers, added = {}, body }: Draft, rule: string | undefined): string[] {
  const pairs = [...publicPairs];
  const push = (name: string, value: string | undefined): void => {
    if (value !== undefined) pairs.push(name, value);
  };
  for (const name in added) push(name, added[name]);
  for (const name in headers) {
    if (!(name in added) && (status !== 304 || name !== 'Content-Type')) push(name, headers[name]);
  }
  if (rule && (status === 200 || status === 304) && !('Cache-Control' in headers)) pairs.push('Cache-Control', rule);
  if (status !== 204 && status !== 304) pairs.push('Content-Length', String(byteLength(body)));
  return pairs;
}
