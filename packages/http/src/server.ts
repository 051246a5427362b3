import { createServer, STATUS_CODES, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { RequestError, type Log } from '@severe/base';
import type { BareHandler } from './bind-bare.ts';
import { errorResponse } from './error-body.ts';
import { originForm } from './request-target.ts';

/** Responses to unreadable requests, by the error code of Node's parser. */
const unreadable: Record<string, [status: number, detail: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'Request header fields too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request took too long to arrive'],
};

/**
 * The server of a port: tries `handlers` in order, then calls `fallback`. It does not listen yet. Idle connections stay
 * open longer than those of proxies, so that the proxy closes them. A request whose headers do not arrive within 10 s is
 * ended.
 */
export function createPublicServer(parts: { handlers: BareHandler[]; fallback: RequestListener; log: Log }): Server {
  const { handlers, fallback, log } = parts;
  const server = createServer({
    keepAliveTimeout: 75_000,
    headersTimeout: 10_000,
    requestTimeout: 60_000,
    requireHostHeader: false, // Node would respond without a reason; `assertHost` states it
  });
  server.on('request', (request, response) => {
    try {
      assertHost(request);
      request.url = originForm(request.url!) ?? request.url;
      for (const handler of handlers) if (handler(request, response)) return;
      fallback(request, response);
    } catch (error) {
      const { status, headers, body } = errorResponse(error, log);
      if (response.headersSent) response.destroy();
      else response.writeHead(status, headers).end(body);
    }
  });
  server.on('checkExpectation', (_, response) => {
    const { status, headers, body } = errorResponse(new RequestError(417, 'Only 100-continue can be expected'), log);
    response.writeHead(status, headers).end(body);
  });
  server.on('clientError', refuse);
  return server;
}

/** @throws {RequestError} 400 for HTTP/1.1 without a Host (RFC 9112, 3.2) */
function assertHost({ httpVersion, headers }: IncomingMessage): void {
  if (httpVersion !== '1.1' || headers.host !== undefined) return;
  throw new RequestError(400, 'A Host header is needed', { Connection: 'close' });
}

function refuse(error: Error & { code?: string; rawPacket?: Buffer }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const [status, detail] = unreadable[error.code ?? ''] ?? [400, 'Request could not be read'];
  const body = JSON.stringify({ detail });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'Cache-Control: no-store',
    'Connection: close',
  ];
  const isHead = error.rawPacket?.subarray(0, 5).toString('latin1') === 'HEAD ';
  socket.end(`${head.join('\r\n')}\r\n\r\n${isHead ? '' : body}`);
}
