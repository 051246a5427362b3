import type { RequestListener } from 'node:http';
import { bindBare, bindKoa, type BindOptions, type Endpoint } from '@severe/http';
import Koa from 'koa';

/** The two bindings, under the names that tests give them. */
export const bindings: Record<string, (endpoints: Endpoint<any>[], options: BindOptions) => RequestListener> = {
  koa: (endpoints, options) => {
    const app = new Koa();
    app.use(bindKoa(endpoints, () => ({}), options));
    return (request, response) => void app.callback()(request, response);
  },
  bare: (endpoints, options) => {
    const handler = bindBare(endpoints, () => ({}), options);
    return (request, response) => {
      if (!handler(request, response)) response.writeHead(404).end('not ours');
    };
  },
};
