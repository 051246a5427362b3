import type { Log } from '@severe/base';
import { requestIdOf, type Lifecycle } from '@severe/http';
import type { Middleware } from 'koa';
import type { Metrics } from '../ops/metrics.ts';

/** Route name of all unknown paths in the metrics. It limits the number of label values. */
const unrouted = '(none)';

/** Assigns the request id. After the response, updates the metrics and logs the request at level `debug`. */
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
    log.debug(
      { requestId, method, path: ctx.path, status, ms: Math.round(ms * 100) / 100, ip: ctx.ip },
      'request completed',
    );
  };
}
