import { Agent, request as send } from 'node:http';
import type { ProxiedHosts } from './handler.ts';
import type { Listening } from './messages.ts';

/**
 * Forwards requests to another server on this machine. The thread that makes files is busy for seconds at a time, and
 * pages must not wait for it.
 */
export function createProxy({ port, hosts }: Listening): ProxiedHosts {
  const agent = new Agent({ keepAlive: true });
  const forward: ProxiedHosts['forward'] = (request, response) => {
    const { url: path, method, headers } = request;
    const outgoing = send({ host: '127.0.0.1', port, path, method, headers, agent }, (reply) => {
      response.writeHead(reply.statusCode!, reply.headers);
      reply.pipe(response);
      reply.once('error', () => response.destroy());
    });
    outgoing.once('error', () => response.destroy());
    response.once('close', () => outgoing.destroy());
    request.pipe(outgoing);
  };
  return { hosts, forward };
}
