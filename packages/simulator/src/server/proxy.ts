import { Agent, request as send, type IncomingMessage, type RequestOptions, type ServerResponse } from 'node:http';
import type { ProxiedHosts } from './handler.ts';
import type { Listening } from './messages.ts';

/**
 * Forwards requests to another server on this machine. The thread that makes files is busy for seconds at a time, and
 * pages must not wait for it.
 */
export function createProxy({ port, hosts }: Listening): ProxiedHosts {
  const agent = new Agent({ keepAlive: true });
  return {
    hosts,
    forward: (request, response) => forward(request, response, { host: '127.0.0.1', port, path: request.url!, agent }),
  };
}

/**
 * Sends a request on to another server, and its response back. If one side ends early, so does the other.
 *
 * @param target host, port and path, and headers if they are not those of the request; the path is sent as it is
 */
export function forward(request: IncomingMessage, response: ServerResponse, target: RequestOptions): void {
  const { method, headers } = request;
  const outgoing = send({ method, headers, ...target } as RequestOptions, (reply) => {
    response.writeHead(reply.statusCode!, reply.headers);
    reply.pipe(response);
    reply.once('error', () => response.destroy());
  });
  outgoing.once('error', () => response.destroy());
  response.once('close', () => outgoing.destroy());
  request.pipe(outgoing);
}
