import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { forward } from '@severe/simulator/testing/server';
import { run, type Running } from '@severe/testing/serve';

/** Where a request goes. */
export interface Target {
  /** Base URL of the server. */
  server: string;
  /** Default: that of the request. */
  path?: string;
  headers?: OutgoingHttpHeaders;
}

/** A server on a free port of loopback that forwards each request. */
export function startProxy(targetOf: (request: IncomingMessage) => Target): Promise<Running> {
  return run((request, response) => {
    const { server, path = request.url!, headers = request.headers } = targetOf(request);
    const { hostname, port } = new URL(server);
    forward(request, response, { hostname, port, path, headers, agent: false });
  });
}
