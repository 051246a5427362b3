import { Agent, request as send } from 'node:http';
import type { Elsewhere } from './handler.ts';
import type { Listening } from './messages.ts';

/**
 * Forwards requests to another server on this machine. The thread that makes files is busy for seconds at a time, and
 * pages must not wait for it.
 */
export function passOn({ port, hosts }: Listening): Elsewhere {
  const agent = new Agent({ keepAlive: true });
  const ask: Elsewhere['ask'] = (request, response) => {
    const { url: path, method, headers } = request;
    const onward = send({ host: '127.0.0.1', port, path, method, headers, agent }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
      answer.once('error', () => response.destroy());
    });
    onward.once('error', () => response.destroy());
    response.once('close', () => onward.destroy());
    request.pipe(onward);
  };
  return { hosts, ask };
}
