import { RequestError } from '@severe/base';
import { apiPrefix, quotaHeaders, tooManyRequests, type RateLimit } from '@severe/http';
import type { Context, Middleware } from 'koa';
import { needsSession } from './private-areas.ts';

/**
 * The last middleware: no other one handled the request. Under the API prefix, the request counts against the rate
 * limit. Paths that need a session return 401 for every request, because sign-in is not yet available.
 */
export function notFound(limit?: RateLimit): Middleware {
  return async (ctx) => {
    if (ctx.state.route !== undefined) return;
    if (limit && ctx.path.startsWith(`${apiPrefix}/`) && ctx.method !== 'OPTIONS') await count(ctx, limit);
    if (needsSession(ctx.path)) throw new RequestError(401, 'Not authenticated');
    throw new RequestError(404, 'Not found');
  };
}

async function count({ req, response }: Context, limit: RateLimit): Promise<void> {
  const quota = await limit({ address: req.socket.remoteAddress, headers: req.headers }, 'request');
  if (!quota) return;
  const pairs = quotaHeaders(quota);
  for (let i = 0; i < pairs.length; i += 2) response.set(pairs[i], pairs[i + 1]);
  if (!quota.allowed) throw tooManyRequests(quota);
}
