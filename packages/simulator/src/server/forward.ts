import { request as send, type IncomingMessage, type RequestOptions, type ServerResponse } from 'node:http';

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
