import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { RequestError, type Log } from '@severe/base';
import { chooseCoding, isCompressible, worthCodingBytes, type Compress } from './compress.ts';
import { isFresh } from './conditional.ts';
import { preflightHeaders, publicHeaders } from './cors.ts';
import { Json, Reply, type Call } from './endpoint.ts';
import { errorAnswer } from './error-body.ts';
import type { Route, Served } from './route.ts';

/** A request to a path that is ours, before its parameters are read. */
export interface Incoming {
  method: string;
  /** What stood for the names in the path, still percent-encoded. */
  texts: readonly string[];
  /** The query without its question mark. */
  search: string;
  headers: IncomingHttpHeaders;
  requestId: string;
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

/** An answer on its way: only what is particular to it. */
interface Draft {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string | Uint8Array;
}

/** What answering needs beside the request. */
export interface Means<C> {
  context: () => C;
  log: Log;
  compress: Compress;
}

const publicPairs = Object.entries(publicHeaders).flat();
const empty = new Uint8Array(0);

/**
 * The road of a request through an endpoint, the same behind Koa and behind the bare handler: method → parameters →
 * handler → representation → whether the client has it already → headers. Never throws and never rejects. Where nothing
 * on the road has to be waited for, the answer comes back at once: a tile from memory costs no turn of the event loop.
 */
export function answer<C>(route: Route, incoming: Incoming, means: Means<C>): Answer | Promise<Answer> {
  const failed = (error: unknown): Draft =>
    errorAnswer(error, means.log, { requestId: incoming.requestId, path: route.path });
  const served = route.methods.get(incoming.method === 'HEAD' ? 'GET' : incoming.method);
  if (!served) return finish(incoming, withoutHandler(route, incoming.method, failed));

  try {
    const { path, query } = served.read(incoming.texts, incoming.search);
    const { method, headers, requestId } = incoming;
    const call: Call<any, any> = { path, query, method, requestId, headers: headers as Call<any, any>['headers'] };
    const result = served.endpoint.handle(call, means.context());
    if (!(result instanceof Promise)) {
      const made = represent(result, served, incoming, means);
      return made instanceof Promise ? made.catch(failed).then((it) => finish(incoming, it)) : finish(incoming, made);
    }
    return result
      .then((it) => represent(it, served, incoming, means))
      .catch(failed)
      .then((it) => finish(incoming, it));
  } catch (error) {
    return finish(incoming, failed(error));
  }
}

/** OPTIONS, and methods that the path does not have. */
function withoutHandler({ allow }: Route, method: string, failed: (error: unknown) => Draft): Draft {
  if (method === 'OPTIONS') return { status: 204, headers: { Allow: allow, ...preflightHeaders }, body: empty };
  return failed(new RequestError(405, `Method not allowed here; allowed are ${allow}`, { Allow: allow }));
}

/** What every answer carries, whatever it is. */
function finish({ requestId }: Incoming, { status, headers: own, body }: Draft): Answer {
  const headers = [...publicPairs, 'X-Request-Id', requestId];
  for (const name in own) if (status !== 304 || name !== 'Content-Type') headers.push(name, own[name]);
  if (status !== 204 && status !== 304) headers.push('Content-Length', String(byteLength(body)));
  return { status, headers, body };
}

/** From what a handler gave to an answer: media type, entity tag, coding, and 304 where the client has it. */
function represent<C>(result: object, served: Served, incoming: Incoming, means: Means<C>): Draft | Promise<Draft> {
  const made = draftOf(result, served);
  if (made.status !== 200) return made;
  if (!isCompressible(made.headers['Content-Type'] ?? '')) return unlessFresh(tagged(made), incoming);

  const coding =
    byteLength(made.body) > worthCodingBytes ? chooseCoding(incoming.headers['accept-encoding']) : undefined;
  const digest = digestOf(made.body);
  // A strong tag names bytes, and every coding has its own (RFC 9110, 8.8.3.3).
  const tag = made.headers.ETag ?? `"${digest}"`;
  const headers = {
    ...made.headers,
    ETag: coding ? `${tag.slice(0, -1)}-${coding}"` : tag,
    Vary: made.headers.Vary ? `${made.headers.Vary}, Accept-Encoding` : 'Accept-Encoding',
  };

  const now = unlessFresh({ ...made, headers }, incoming);
  if (!coding || now.status === 304) return now;
  return means
    .compress(made.body, coding, digest)
    .then((body) => ({ status: 200, headers: { ...headers, 'Content-Encoding': coding }, body }));
}

function draftOf(result: object, served: Served): Draft {
  if (result instanceof Reply) {
    const { status, headers, body = empty } = result;
    const ruled = status !== 200 || 'Cache-Control' in headers;
    return { status, headers: ruled ? headers : { ...headers, 'Cache-Control': served.cacheControl }, body };
  }
  const [body, own] = result instanceof Json ? [result.body, result.headers] : [result, undefined];
  const headers = { 'Content-Type': served.media, 'Cache-Control': served.cacheControl, ...own };
  return { status: 200, headers, body: JSON.stringify(body) };
}

/** The same with a tag of its content, where the handler gave none. */
function tagged(made: Draft): Draft {
  if ('ETag' in made.headers) return made;
  return { ...made, headers: { ...made.headers, ETag: `"${digestOf(made.body)}"` } };
}

function unlessFresh(made: Draft, { headers }: Incoming): Draft {
  const fresh = isFresh(headers, made.headers.ETag, made.headers['Last-Modified']);
  return fresh ? { status: 304, headers: made.headers, body: empty } : made;
}

const digests = new WeakMap<Uint8Array, string>();

/** 132 bits that name a content. Bytes that are served again, such as a file in memory, are read through once. */
function digestOf(body: string | Uint8Array): string {
  const known = typeof body === 'string' ? undefined : digests.get(body);
  if (known) return known;
  const digest = hash('sha256', body, 'base64url').slice(0, 22);
  if (typeof body !== 'string') digests.set(body, digest);
  return digest;
}

function byteLength(body: string | Uint8Array): number {
  return typeof body === 'string' ? Buffer.byteLength(body) : body.length;
}
