import { RequestError } from '@severe/base';
import { apiPrefix, quotaHeaders, tooManyRequests, type RateLimit } from '@severe/http';
import type { Context, Middleware } from 'koa';
import { needsSession } from './private-areas.ts';

/**
 * The end of the road: nothing took the request. Below the API's prefix that counts like any other error. Who may not
 * see what is there is not told what is missing; as nobody can sign in yet, that is everybody.
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
