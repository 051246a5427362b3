import { RequestError } from '@severe/base';
import { originForm } from '@severe/http';
import type { Middleware } from 'koa';

/**
 * Normalises the request target, because the URL parser of Koa throws on malformed ones. Anything that is not a path
 * and query is a 404.
 */
export const readTarget: Middleware = (ctx, next) => {
  const target = originForm(ctx.req.url!);
  ctx.req.url = target ?? '/';
  if (target === undefined) throw new RequestError(404, 'Not found');
  return next();
};
