import { RequestError } from '@severe/base';
import type { Middleware } from 'koa';

/** The end of the road: nothing took the request. */
export const notFound: Middleware = (ctx) => {
  if (ctx.state.route === undefined) throw new RequestError(404, 'Not found');
};
