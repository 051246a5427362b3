import type { Context, Middleware } from 'koa';
import type { BindOptions } from './bind-options.ts';
import { clientGone } from './client-gone.ts';
import { createCompress } from './compress.ts';
import type { Endpoint } from './endpoint.ts';
import { compileMatch, matchSlashed } from './match.ts';
import { apiPrefix } from './path.ts';
import { requestIdOf } from './request-id.ts';
import { respond, type RawResponse } from './respond.ts';
import { routesOf } from './route.ts';

/**
 * Binds endpoints to Koa, with the same matching as the bare binding. The middleware stores the path of the endpoint in
 * `ctx.state.route` and reads the request id from `ctx.state.requestId`.
 *
 * @param context creates what the handlers receive beside the call
 */
export function bindKoa<C>(
  endpoints: readonly Endpoint<C>[],
  context: (ctx: Context) => C,
  options: Omit<BindOptions, 'lifecycle' | 'observe'>,
): Middleware {
  const { prefix = apiPrefix, log, compress = createCompress(), limit, access, cacheResponse, runInTurn } = options;
  const match = compileMatch(routesOf(endpoints).map((route) => [route.path, route] as const));

  return async (ctx, next) => {
    const found = ctx.path.startsWith(prefix) ? matchSlashed(match, ctx.path.slice(prefix.length)) : undefined;
    if (!found) return next();
    const { value: route, texts, unslashed } = found;
    const { method, headers, socket } = ctx.req;
    ctx.state.route = prefix + route.path;
    const incoming = {
      method: method!,
      target: ctx.req.url!,
      texts,
      search: ctx.search.slice(1),
      path: unslashed === undefined ? undefined : prefix + unslashed,
      headers,
      address: socket.remoteAddress,
      stream: ctx.req,
      wanted: clientGone(ctx.res),
      requestId: (ctx.state.requestId as string | undefined) ?? requestIdOf(headers['x-request-id']),
    };
    const dependencies = { log, compress, limit, access, cacheResponse, runInTurn };
    send(ctx, await respond(route, incoming, { context: () => context(ctx), ...dependencies }));
  };
}

function send(ctx: Context, { status, headers, body }: RawResponse): void {
  ctx.status = status;
  ctx.body =
    status === 204 || status === 304
      ? null
      : typeof body === 'string'
        ? body
        : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  // Set after the body, because Koa adds a Content-Type with it.
  for (let i = 0; i < headers.length; i += 2) ctx.set(headers[i], headers[i + 1].split('\n')); // cookies
}
