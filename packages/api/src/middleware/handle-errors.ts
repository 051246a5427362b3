import type { Log } from '@severe/base';
import { errorResponse, headersTo, privateHeaders, publicHeaders, readerOf } from '@severe/http';
import type { Middleware } from 'koa';
import { isPublic } from './private-areas.ts';

/** Handles errors of everything after it. Endpoints handle their own errors, so these are the rest. */
export function handleErrors(log: Log): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const { status, headers, body } = errorResponse(error, log, { requestId: ctx.state.requestId, path: ctx.path });
      ctx.status = status;
      ctx.body = body;
      const isOpen = isPublic(ctx.path);
      const all = Object.entries({ ...(isOpen ? publicHeaders : privateHeaders), ...headers }).flat();
      const pairs = isOpen ? headersTo(readerOf(ctx.req.headers), all) : all;
      for (let i = 0; i < pairs.length; i += 2) ctx.set(pairs[i], pairs[i + 1]);
    }
  };
}
