import type { Log } from '@severe/base';
import { errorResponse, privateHeaders, publicHeaders } from '@severe/http';
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
      ctx.set({ ...(isPublic(ctx.path) ? publicHeaders : privateHeaders), ...headers });
    }
  };
}
