import type { ServerResponse } from 'node:http';
import { RequestError, silentLog, type Log } from '@severe/base';
import { admit, type AccessControl, type Session } from './access.ts';
import type { Compress } from './compress.ts';
import { headersTo, preflightHeaders, privateHeaders, publicHeaders, readerOf, type Reader } from './cors.ts';
import { Reply, type Call } from './endpoint.ts';
import { errorResponse } from './error-body.ts';
import type { CacheResponse } from './cached-response.ts';
import { quotaHeaders, refusalOf, type Client, type Quota, type RateLimit } from './rate-limit.ts';
import { byteLength, emptyBody, represent, type Draft } from './represent.ts';
import type { Route, Served } from './route.ts';
import { workOf, type WorkFacts } from './work.ts';

/** A request to the path of an endpoint, before its parameters are read. */
export interface Incoming extends Client {
  method: string;
  /** Path and query as received. */
  target: string;
  /** Values of the path parameters, percent-encoded. */
  texts: readonly string[];
  /** The query without its question mark. */
  search: string;
  /** Whose portion of what is shared by turns it takes, set when the request is counted; undefined: that of its address. */
  portion?: string | undefined;
  /** The path to which the client is redirected: that of the endpoint, if the request has slashes after it. */
  path?: string | undefined;
  requestId: string;
  /** Receives the text of the request body; see `receive`. */
  receive: () => Promise<string>;
  /** A signal that aborts when the client closes the connection before the response; see `clientGone`. */
  wanted: () => AbortSignal;
}

/**
 * A response as it is written. Headers are a flat list of names and values, as `writeHead` takes them: merging objects
 * of headers for every tile costs more than the rest of the path. For a HEAD, Node omits the body.
 */
export interface RawResponse {
  status: number;
  headers: string[];
  body: string | Uint8Array;
}

/**
 * Runs the handler of a request, at once or when it is the turn of its client.
 *
 * @param work the work of the request, by what is known of the data
 */
export type RunInTurn = <R>(
  incoming: Incoming,
  work: (facts: WorkFacts) => number,
  handle: () => R | Promise<R>,
) => R | Promise<R>;

/** Dependencies of `respond`. */
interface RespondOptions<C> {
  /** What the handler receives beside the call. */
  context: (incoming: Incoming) => C;
  log: Log;
  compress: Compress;
  /** Rate limit of all requests except OPTIONS. Requests are not counted if absent. */
  limit?: RateLimit;
  /** Needed if an endpoint is for pages of the own origin only. */
  access?: AccessControl;
  /** Receives responses that can be served again. */
  cacheResponse?: CacheResponse;
  /** Lets handlers wait for their turn. If absent, they run at once. */
  runInTurn?: RunInTurn;
}

/**
 * The path of a request through an endpoint, the same for Koa and for the bare handler: limit → access → method → body →
 * parameters → turn → handler → representation → headers. Never throws and never rejects. Returns no promise if nothing has to be awaited:
 * a tile from memory costs no turn of the event loop.
 */
export function respond<C>(
  route: Route,
  incoming: Incoming,
  options: RespondOptions<C>,
): RawResponse | Promise<RawResponse> {
  const { limit } = options;
  const served = route.methods.get(incoming.method === 'HEAD' ? 'GET' : incoming.method);
  if (!limit || incoming.method === 'OPTIONS') return handle(route, served, incoming, options);
  const quota = limit(incoming, served?.endpoint.countedAs ?? 'request');
  if (quota instanceof Promise) return quota.then((result) => handle(route, served, incoming, options, result));
  return handle(route, served, incoming, options, quota);
}

/** The steps after the rate limit. */
function handle<C>(
  route: Route,
  served: Served | undefined,
  incoming: Incoming,
  options: RespondOptions<C>,
  quota?: Quota,
): RawResponse | Promise<RawResponse> {
  const { method, headers, requestId, address } = incoming;
  const { cacheResponse } = options;
  if (quota?.portion !== undefined) incoming.portion = quota.portion;
  const failed = (error: unknown): Draft => errorResponse(error, options.log, { requestId, path: route.path });
  const refusal = quota && refusalOf(quota);
  const reader = route.ownPages ? undefined : readerOf(headers);
  if (refusal) return refuse(refusal, requestId, quota, reader);
  const finished = (draft: Draft): RawResponse =>
    finish(draft, { rule: served?.cacheControl, reader, requestId, quota });
  if (!served && method === 'OPTIONS') return finished(optionsOf(route));

  const called = (body: Call<any, any>['body'], session: Session | undefined): Draft | Promise<Draft> => {
    const { endpoint } = served!;
    const values = served!.read(incoming.texts, incoming.search);
    const call: Call<any, any> = {
      path: values.path,
      query: values.query,
      canonicalQuery: values.canonicalQuery,
      body,
      user: session?.user,
      method,
      requestId,
      address,
      headers: headers as Call<any, any>['headers'],
      wanted: incoming.wanted,
    };
    const conditions = endpoint.method === 'GET' ? headers : unconditional(headers);
    const represented = (result: object): Draft | Promise<Draft> => {
      const draft = represent(result, served!, conditions, options.compress);
      if (!cacheResponse || !(result instanceof Reply) || !result.isCurrent || method !== 'GET') return draft;
      const { isCurrent } = result;
      const cached = (made: Draft): Draft =>
        cacheDraft(made, { route, served: served! }, incoming, isCurrent, cacheResponse);
      return draft instanceof Promise ? draft.then(cached) : cached(draft);
    };
    // A body is held until it is compressed, so that is part of the turn: else bodies of many turns would wait for it.
    const answer = (): Draft | Promise<Draft> => {
      const result = endpoint.handle(call, options.context(incoming));
      return result instanceof Promise ? result.then(represented) : represented(result);
    };
    const { runInTurn } = options;
    const work = (facts: WorkFacts): number => workOf(endpoint.work, values, facts);
    return runInTurn ? runInTurn(incoming, work, answer) : answer();
  };
  const admitted = (session?: Session): Draft | Promise<Draft> => {
    if (incoming.path !== undefined) return redirectOf(incoming.path, incoming.search);
    if (!served)
      throw new RequestError(405, `Method not allowed here; allowed are ${route.allow}`, { Allow: route.allow });
    const { readBody } = served;
    return readBody ? incoming.receive().then((text) => called(readBody(text), session)) : called({}, session);
  };
  const signedIn = async (session: Session): Promise<Draft> => {
    const draft = await Promise.resolve(session).then(admitted).catch(failed);
    return session.setCookie === undefined ? draft : withCookie(draft, session.setCookie);
  };
  try {
    const admission = admit(served?.endpoint ?? route, incoming, options.access);
    const draft = admission ? admission.then(signedIn) : admitted();
    return draft instanceof Promise ? draft.catch(failed).then(finished) : finished(draft);
  } catch (error) {
    return finished(failed(error));
  }
}

/** Sends the cookie of an extended session, also with an error. */
function withCookie(draft: Draft, setCookie: string): Draft {
  return { ...draft, added: { ...draft.added, 'Set-Cookie': setCookie } };
}

/** The headers without conditions: the response to a POST is never a 304. */
function unconditional(headers: Incoming['headers']): Incoming['headers'] {
  return { ...headers, 'if-none-match': undefined, 'if-modified-since': undefined };
}

/** The response to OPTIONS. Scripts of other origins get no permission on paths for own pages. */
function optionsOf({ allow, ownPages }: Route): Draft {
  return { status: 204, headers: { Allow: allow, ...(ownPages ? {} : preflightHeaders(allow)) }, body: emptyBody };
}

/** The response to a path with a slash at its end. The method stays, which a 301 does not ensure. */
function redirectOf(path: string, search: string): Draft {
  const location = search === '' ? path : `${path}?${search}`;
  return { status: 308, headers: { Location: location, 'Cache-Control': 'public, max-age=86400' }, body: emptyBody };
}

/** Offers a 200 or 304 to the response cache. */
function cacheDraft(
  draft: Draft,
  { route, served }: { route: Route; served: Served },
  { target, headers }: Incoming,
  isCurrent: () => boolean,
  cacheResponse: CacheResponse,
): Draft {
  const { status, body } = draft;
  const { cacheControl, endpoint } = served;
  const etag = draft.added?.ETag ?? draft.headers.ETag;
  if ((status === 200 || status === 304) && etag !== undefined) {
    cacheResponse(target, headers, {
      status,
      route: route.path,
      countedAs: endpoint.countedAs ?? 'request',
      headers: commonHeaders(draft, cacheControl),
      etag,
      body,
      isCurrent,
    });
  }
  return draft;
}

/** The response to a request that the limit refuses. @param reader undefined for own pages only */
function refuse(
  error: RequestError,
  requestId: string,
  quota: Quota | undefined,
  reader: Reader | undefined,
): RawResponse {
  return finish(errorResponse(error, silentLog), { rule: undefined, reader, requestId, quota });
}

/** Sends the response to a request that the limit refuses, from a path beside `respond`; gives its status. */
export function sendRefusal(
  response: ServerResponse,
  error: RequestError,
  requestId: string,
  quota: Quota,
  reader: Reader,
): number {
  const { status, headers, body } = refuse(error, requestId, quota, reader);
  response.writeHead(status, headers).end(body);
  return status;
}

const publicPairs = Object.entries(publicHeaders).flat();
const privatePairs = Object.entries(privateHeaders).flat();

interface Finish {
  /** `Cache-Control` of a success. */
  rule: string | undefined;
  /** Undefined for own pages only. */
  reader: Reader | undefined;
  requestId: string;
  quota: Quota | undefined;
}

/** Adds the headers of this request to those of the response. */
function finish(draft: Draft, { rule, reader, requestId, quota }: Finish): RawResponse {
  const common = commonHeaders(draft, rule, reader === undefined);
  const pairs = reader === undefined ? common : headersTo(reader, common);
  pairs.push('X-Request-Id', requestId);
  if (quota) pairs.push(...quotaHeaders(quota));
  return { status: draft.status, headers: pairs, body: draft.body };
}

/** Headers that do not depend on the client: those of every response, computed ones, and those of the handler. */
function commonHeaders(draft: Draft, rule: string | undefined, ownPages = false): string[] {
  const { status, headers, added = {}, body } = draft;
  const pairs = ownPages ? [...privatePairs] : [...publicPairs];
  const push = (name: string, value: string | undefined): void => {
    if (value !== undefined) pairs.push(name, value);
  };
  for (const name in added) push(name, added[name]);
  for (const name in headers) {
    if (!(name in added) && (status !== 304 || name !== 'Content-Type')) push(name, headers[name]);
  }
  if (rule && (status < 300 || status === 304) && !('Cache-Control' in headers)) pairs.push('Cache-Control', rule);
  if (status !== 204 && status !== 304) pairs.push('Content-Length', String(byteLength(body)));
  return pairs;
}
