import { Router } from '@koa/router';
import type { Context, Middleware } from 'koa';
import type { BindOptions } from './bind-options.ts';
import { clientGone } from './client-gone.ts';
import { createCompress } from './compress.ts';
import type { Endpoint } from './endpoint.ts';
import { apiPrefix, comparePaths, routerPath, withoutSlashes } from './path.ts';
import { receive } from './receive.ts';
import { requestIdOf } from './request-id.ts';
import { respond, type RawResponse } from './respond.ts';
import { routesOf, type Route } from './route.ts';

/**
 * Binds endpoints to Koa by a router with a route for each path: methods, errors and redirects are those of `respond`. The
 * middleware stores the path of the endpoint in `ctx.state.route` and reads the request id from `ctx.state.requestId`.
 *
 * @param context creates what the handlers receive beside the call
 */
export function bindKoa<C>(
  endpoints: readonly Endpoint<C>[],
  context: (ctx: Context) => C,
  options: Omit<BindOptions, 'lifecycle' | 'observe'>,
): Middleware {
  const { prefix = apiPrefix, log, compress = createCompress(), limit, access, cacheResponse, runInTurn } = options;
  const dependencies = { log, compress, limit, access, cacheResponse, runInTurn };
  const router = new Router({ strict: true, sensitive: true });
  // The first route that matches responds, so those with fixed text come before those with parameters.
  for (const route of routesOf(endpoints).sort((a, b) => comparePaths(a.path, b.path)))
    router.all(prefix + routerPath(route.path), async (ctx) => {
      ctx.state.route = prefix + route.path;
      send(ctx, await respond(route, incomingOf(ctx, route), { context: () => context(ctx), ...dependencies }));
    });
  const routes = router.routes() as Middleware;

  return (ctx, next) => {
    if (!ctx.path.startsWith(prefix)) return next();
    const path = withoutSlashes(ctx.path);
    ctx.newRouterPath = path !== prefix ? path : ctx.path === prefix ? `${prefix}/` : ctx.path; // the root has one slash
    return routes(ctx, next);
  };
}

function incomingOf(ctx: Context, route: Route): Parameters<typeof respond>[1] {
  const { method, headers, socket } = ctx.req;
  const slashed = route.path !== '/' && ctx.path.endsWith('/');
  return {
    method: method!,
    target: ctx.req.url!,
    texts: ctx.captures as string[], // those of `ctx.params` are decoded where that is possible, without an error where it is not
    search: ctx.search.slice(1),
    path: slashed ? withoutSlashes(ctx.path) : undefined,
    headers,
    address: socket.remoteAddress,
    receive: () => receive(ctx),
    wanted: clientGone(ctx.res),
    requestId: (ctx.state.requestId as string | undefined) ?? requestIdOf(headers['x-request-id']),
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
