import { Router } from '@koa/router';
import type { Context } from 'koa';
import { answer, type Answer } from './answer.ts';
import { createCompress } from './compress.ts';
import type { Endpoint } from './endpoint.ts';
import type { BindOptions } from './bind-options.ts';
import { apiPrefix, segmentsOf } from './path.ts';
import { requestIdOf } from './request-id.ts';
import { routesOf, type Route } from './route.ts';

/**
 * Binds endpoints to a Koa router. Paths are matched exactly: letters keep their case and a slash at the end is another
 * path, as in the bare binding. The route that was taken is left in `ctx.state.route`, the id that an earlier layer gave
 * the request is taken from `ctx.state.requestId`.
 *
 * @param context makes what the handlers are given beside the call
 */
export function bindKoa<C>(
  endpoints: readonly Endpoint<C>[],
  context: (ctx: Context) => C,
  options: Omit<BindOptions, 'lifecycle' | 'observe'>,
): Router {
  const { prefix = apiPrefix, log, compress = createCompress(), limit, keep } = options;
  const router = new Router({ strict: true, sensitive: true });
  for (const route of routesOf(endpoints).sort(byPrecedence)) {
    router.all(koaPaths(prefix, route.path), async (ctx) => {
      const { method, headers, socket } = ctx.req;
      ctx.state.route = prefix + route.path;
      const incoming = {
        method: method!,
        target: ctx.req.url!,
        texts: ctx.captures as string[],
        search: ctx.search.slice(1),
        headers,
        address: socket.remoteAddress,
        stream: ctx.req,
        requestId: (ctx.state.requestId as string | undefined) ?? requestIdOf(headers['x-request-id']),
      };
      send(ctx, await answer(route, incoming, { context: () => context(ctx), log, compress, limit, keep }));
    });
  }
  return router;
}

function send(ctx: Context, { status, headers, body }: Answer): void {
  ctx.status = status;
  ctx.body =
    status === 204 || status === 304
      ? null
      : typeof body === 'string'
        ? body
        : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  // After the body, which brings a Content-Type of its own.
  for (let i = 0; i < headers.length; i += 2) ctx.set(headers[i], headers[i + 1]);
}

/** `/outlooks/{day}.json` in the notation of the router; the root is reachable with and without its slash. */
function koaPaths(prefix: string, path: string): string[] {
  if (path === '/') return prefix === '' ? ['/'] : [prefix, `${prefix}/`];
  const parts = segmentsOf(path).map((part) =>
    'text' in part ? literal(part.text) : `${literal(part.before)}:${part.name}${literal(part.after)}`,
  );
  return [`${prefix}/${parts.join('/')}`];
}

/** The order in which the bare binding would look: fixed text before parameters, more of it before less. */
function byPrecedence(a: Route, b: Route): number {
  const [left, right] = [a, b].map(({ path }) =>
    segmentsOf(path).map((part) => ('text' in part ? Infinity : part.before.length + part.after.length)),
  );
  const at = left.findIndex((weight, i) => weight !== right[i]);
  return at < 0 ? 0 : (right[at] ?? 0) - left[at];
}

/** Characters that mean something to the router are escaped. */
function literal(text: string): string {
  return text.replace(/[{}()[\]+?!:*\\]/g, String.raw`\$&`);
}
