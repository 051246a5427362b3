import type { Log } from '@severe/base';
import { requestIdOf, type Lifecycle } from '@severe/http';
import type { Middleware } from 'koa';
import type { Metrics } from '../ops/metrics.ts';

/** Paths that lead nowhere share one name: there are as many of them as there are scanners. */
const unrouted = '(none)';

/** Names each request, and when it has been answered counts it and, at the level `debug`, logs it. */
export function watchRequests(log: Log, lifecycle: Lifecycle, metrics: Metrics): Middleware {
  return async (ctx, next) => {
    const startedAt = performance.now();
    const requestId = requestIdOf(ctx.req.headers['x-request-id']);
    ctx.state.requestId = requestId;
    ctx.set('X-Request-Id', requestId);
    if (lifecycle.draining) ctx.set('Connection', 'close');
    await next();
    const { method, status } = ctx;
    const ms = performance.now() - startedAt;
    const route = (ctx.state.route as string | undefined) ?? unrouted;
    metrics.observe({ route, method, status, ms });
    log.debug({ requestId, method, path: ctx.path, status, ms: Math.round(ms * 100) / 100, ip: ctx.ip }, 'answered');
  };
}
