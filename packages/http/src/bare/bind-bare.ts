import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log } from '@severe/base';
import Koa from 'koa';
import { respond, type Incoming, type RawResponse } from '../respond.ts';
import { clientGone } from '../client-gone.ts';
import { createCompress } from '../compress.ts';
import type { Endpoint } from '../endpoint.ts';
import { compileMatch, matchSlashed } from './match.ts';
import { apiPrefix } from '../path.ts';
import { receive } from '../receive.ts';
import { requestIdOf } from '../request-id.ts';
import { routesOf } from '../route.ts';
import { assertHeaders, prepareHead, sendPrepared } from '../send-prepared.ts';
import type { BindOptions } from '../bind-options.ts';

/** Handles a request and returns true; returns false if no endpoint has its path. */
export type BareHandler = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Binds endpoints to `node:http` directly, for paths where every microsecond counts.
 *
 * @param contextOf what the handlers receive beside the call
 */
export function bindBare<C>(
  endpoints: readonly Endpoint<C>[],
  contextOf: (incoming: Incoming) => C,
  options: BindOptions,
): BareHandler {
  const { prefix = apiPrefix, log, lifecycle, observe, limit, access, cacheResponse, runInTurn } = options;
  const match = compileMatch(routesOf(endpoints).map((route) => [route.path, route] as const));
  const { compress = createCompress() } = options;
  const koa = new Koa(); // for the bodies of points
  const dependencies = { context: contextOf, log, compress, limit, access, cacheResponse, runInTurn };

  return (request, response) => {
    const url = request.url!;
    if (!url.startsWith(prefix)) return false;
    const mark = url.indexOf('?');
    const found = matchSlashed(match, mark < 0 ? url.slice(prefix.length) : url.slice(prefix.length, mark));
    if (!found) return false;

    const startedAt = observe ? performance.now() : 0;
    const { value: route, texts, unslashed } = found;
    const method = request.method!;
    const search = mark < 0 ? '' : url.slice(mark + 1);
    const requestId = requestIdOf(request.headers['x-request-id']);
    const write = (made: RawResponse): void => {
      const draining = lifecycle?.draining ?? false;
      if (draining) made.headers.push('Connection', 'close');
      send(response, made, { atOnce: method === 'GET' && made.status === 200 && !draining, log });
      observe?.({ route: prefix + route.path, method, status: made.status, ms: performance.now() - startedAt });
    };

    const address = request.socket.remoteAddress;
    const incoming = {
      method,
      target: url,
      texts,
      search,
      path: unslashed === undefined ? undefined : prefix + unslashed,
      headers: request.headers,
      address,
      requestId,
      receive: () => receive(koa.createContext(request, response)),
      wanted: clientGone(response),
    };
    const made = respond(route, incoming, dependencies);
    if (made instanceof Promise) void made.then(write);
    else write(made);
    return true;
  };
}

/**
 * Never throws, because no caller waits: a header that cannot be written closes the connection.
 *
 * @param how.atOnce whether the response may be written as one piece: a 200 with a body and a length, and its connection stays open
 */
function send(
  response: ServerResponse,
  { status, headers, body }: RawResponse,
  { atOnce, log }: { atOnce: boolean; log: Log },
): void {
  try {
    if (atOnce) {
      assertHeaders(headers);
      sendPrepared(response, okHead, headers, bytesOf(body));
    } else response.writeHead(status, headers).end(body);
  } catch (error) {
    log.error({ err: error }, 'a response could not be written');
    response.destroy();
  }
}

const okHead = prepareHead(200, []);

function bytesOf(body: string | Uint8Array): Uint8Array {
  return typeof body === 'string' ? Buffer.from(body) : body;
}
