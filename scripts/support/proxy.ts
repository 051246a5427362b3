import { request as send, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { run, type Running } from '@severe/testing/serve';

/** Where a request goes. */
export interface Target {
  url: string;
  headers: OutgoingHttpHeaders;
}

/** A server on a free port of loopback that forwards each request. */
export function startProxy(targetOf: (request: IncomingMessage) => Target): Promise<Running> {
  return run((incoming, outgoing) => {
    const { url, headers } = targetOf(incoming);
    const sent = send(url, { method: incoming.method!, headers, agent: false }, (reply) => {
      outgoing.writeHead(reply.statusCode!, reply.headers);
      reply.pipe(outgoing);
      reply.once('error', () => outgoing.destroy());
    });
    sent.once('error', () => outgoing.destroy());
    outgoing.once('close', () => sent.destroy());
    incoming.pipe(sent);
  });
}
