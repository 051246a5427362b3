import type { Log } from '@severe/base';
import { errorAnswer, privateHeaders, publicHeaders } from '@severe/http';
import type { Middleware } from 'koa';
import { isPublic } from './private-areas.ts';

/** Answers for whatever is thrown further down: endpoints answer for their own errors, so this is the rest. */
export function answerErrors(log: Log): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const { status, headers, body } = errorAnswer(error, log, { requestId: ctx.state.requestId, path: ctx.path });
      ctx.status = status;
      ctx.body = body;
      ctx.set({ ...(isPublic(ctx.path) ? publicHeaders : privateHeaders), ...headers });
    }
  };
}
