import { RequestError } from '@severe/base';
import {
  admit,
  apiPrefix,
  quotaHeaders,
  refusalOf,
  type AccessControl,
  type RateLimit,
  type Reply,
} from '@severe/http';
import type { Context, Middleware } from 'koa';
import { needsSession } from './private-areas.ts';

/**
 * The last middleware: no other one handled the request. Under the API prefix, the request counts against the rate
 * limit. Below `/account` and `/admin`, it needs a session, so that unknown paths are not told from existing ones.
 *
 * @param page what a browser shows that was led elsewhere than to the API; default: JSON
 */
export function notFound(access: AccessControl, limit?: RateLimit, page?: () => Reply): Middleware {
  return async (ctx) => {
    if (ctx.state.route !== undefined) return;
    if (limit && ctx.path.startsWith(`${apiPrefix}/`) && ctx.method !== 'OPTIONS') await count(ctx, limit);
    if (needsSession(ctx.path)) await admit({ access: 'session', ownPages: true }, ctx.req as Asked, access);
    if (!page || !isForPage(ctx)) throw new RequestError(404, 'Not found');
    const { status, headers, body } = page();
    ctx.status = status;
    ctx.set(headers);
    ctx.body = body;
  };
}

/** Programs that name no media type get JSON, as everywhere. */
function isForPage(ctx: Context): boolean {
  const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
  return isRead && !/^\/api(\/|$)/.test(ctx.path) && ctx.accepts('json', 'html') === 'html';
}

type Asked = Parameters<typeof admit>[1];

async function count({ req, response }: Context, limit: RateLimit): Promise<void> {
  const quota = await limit({ address: req.socket.remoteAddress, headers: req.headers }, 'request');
  if (!quota) return;
  const pairs = quotaHeaders(quota);
  for (let i = 0; i < pairs.length; i += 2) response.set(pairs[i], pairs[i + 1]);
  const refusal = refusalOf(quota);
  if (refusal) throw refusal;
}
