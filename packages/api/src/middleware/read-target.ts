import { RequestError } from '@severe/base';
import { originForm } from '@severe/http';
import type { Middleware } from 'koa';

/** Koa takes a target apart with a parser that throws; what gets to it is a path and a query, or a 404. */
export const readTarget: Middleware = (ctx, next) => {
  const target = originForm(ctx.req.url!);
  ctx.req.url = target ?? '/';
  if (target === undefined) throw new RequestError(404, 'Not found');
  return next();
};
