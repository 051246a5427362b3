import { Agent } from 'node:http';
import { forward } from './forward.ts';
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
