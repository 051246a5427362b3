import { createServer, STATUS_CODES, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { RequestError, type Log } from '@severe/base';
import type { BareHandler } from './bind-bare.ts';
import { errorAnswer } from './error-body.ts';
import { originForm } from './request-target.ts';

/** Replies to what is not even a request, by the code that Node's parser gives it. */
const unreadable: Record<string, [status: number, detail: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'Request header fields too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request took too long to arrive'],
};

/**
 * The server of a port: each of `front` is asked first, in order, and `fallback` gets what none of them took. It does
 * not listen yet. Connections are kept for longer than proxies keep theirs, so that it is they who close, and a request
 * whose head does not arrive in 10 s is ended.
 */
export function createPublicServer(parts: { front: BareHandler[]; fallback: RequestListener; log: Log }): Server {
  const { front, fallback, log } = parts;
  const server = createServer({
    keepAliveTimeout: 75_000,
    headersTimeout: 10_000,
    requestTimeout: 60_000,
    requireHostHeader: false, // Node would refuse without a word; `assertHost` says why
  });
  server.on('request', (request, response) => {
    try {
      assertHost(request);
      request.url = originForm(request.url!) ?? request.url;
      for (const handler of front) if (handler(request, response)) return;
      fallback(request, response);
    } catch (error) {
      const { status, headers, body } = errorAnswer(error, log);
      if (response.headersSent) response.destroy();
      else response.writeHead(status, headers).end(body);
    }
  });
  server.on('checkExpectation', (_, response) => {
    const { status, headers, body } = errorAnswer(new RequestError(417, 'Only 100-continue can be expected'), log);
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
  const bodiless = error.rawPacket?.subarray(0, 5).toString('latin1') === 'HEAD ';
  socket.end(`${head.join('\r\n')}\r\n\r\n${bodiless ? '' : body}`);
}
