import type { Middleware } from 'koa';
import type { Probes } from '../ops/probes.ts';

/** Serves `/healthz` and `/readyz` on the public port. */
export function serveProbes(probes: Probes): Middleware {
  return async (ctx, next) => {
    const probe = Object.hasOwn(probes, ctx.path) ? probes[ctx.path as keyof Probes] : undefined;
    if (!probe || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return next();
    const { status, body } = await probe();
    ctx.state.route = ctx.path;
    ctx.status = status;
    ctx.body = body;
    ctx.set({ 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  };
}
