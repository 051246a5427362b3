import {
  createServer,
  STATUS_CODES,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { RequestError, type Log } from '@severe/base';
import type { BareHandler } from './bare/bind-bare.ts';
import { errorResponse } from './error-body.ts';
import { maxBodyBytes } from './receive.ts';
import { originForm } from './request-target.ts';
import { countedResponses, UnsentBytes } from './unsent-bytes.ts';

/** Responses to unreadable requests, by the error code of Node's parser. */
const unreadable: Record<string, [status: number, detail: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'Request header fields too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request took too long to arrive'],
};

/** Requests of a connection that may wait behind its current one. A client that sends more and reads nothing is cut. */
const maxPipelined = 4;

/**
 * The server of a port: tries `handlers` in order, then calls `fallback`. It does not listen yet. Idle connections stay
 * open longer than those of proxies, so that the proxy closes them. A request whose headers do not arrive within 10 s is
 * ended. A client that reads nothing of a response for `writeTimeoutMs` is cut within twice that time, and slow ones earlier
 * if all connections together hold more than `unsent` allows. Upgrades are ignored: the request is served as any other.
 */
export function createPublicServer(parts: {
  handlers: BareHandler[];
  fallback: RequestListener;
  log: Log;
  writeTimeoutMs?: number;
  /** Shared by all servers of a process. */
  unsent?: UnsentBytes;
}): Server {
  const { handlers, fallback, log, writeTimeoutMs = 30_000, unsent = new UnsentBytes({ maxBytes: Infinity }) } = parts;
  const lastResponse = new WeakMap<Socket, ServerResponse>();
  const pipelined = new WeakMap<Socket, number>();
  const server = createServer({
    keepAliveTimeout: 75_000,
    headersTimeout: 10_000,
    requestTimeout: 60_000,
    ServerResponse: countedResponses(unsent),
    requireHostHeader: false, // Node would respond without a reason; `assertHost` states it
  });
  /** Counts a request that comes before the last response is sent. @returns whether there are too many */
  const isOnePipelinedTooMany = (socket: Socket, response: ServerResponse): boolean => {
    const waiting = (pipelined.get(socket) ?? 0) + 1;
    pipelined.set(socket, waiting);
    response.once('close', () => void pipelined.set(socket, pipelined.get(socket)! - 1));
    return waiting > maxPipelined;
  };
  server.on('request', (request, response) => {
    const { socket } = request;
    const last = lastResponse.get(socket);
    lastResponse.set(socket, response);
    const bodyBytes = bodyBytesOf(request);
    if (bodyBytes > smallBodyBytes) unsent.hold(response, { byteLength: bodyBytes });
    if (!last || last.writableFinished) return serve(request, response);
    if (isOnePipelinedTooMany(socket, response)) return void socket.destroy();
    // A response is made when the one before it has left: a client that reads nothing has one of them made, not all.
    last.once('close', () => {
      if (!socket.destroyed) serve(request, response);
    });
  });
  const serve: RequestListener = (request, response) => {
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
  };
  server.on('checkExpectation', (_, response) => {
    const { status, headers, body } = errorResponse(new RequestError(417, 'Only 100-continue can be expected'), log);
    response.writeHead(status, headers).end(body);
  });
  server.on('clientError', refuse);
  server.on('connect', refuseConnect);
  // Node calls this when a socket has neither read nor sent a byte for the timeout, and for idle connections. A request that
  // still waits for its response goes on.
  server.timeout = writeTimeoutMs;
  server.on('timeout', (socket: Socket) => {
    const response = lastResponse.get(socket);
    if (socket.writableLength > 0)
      socket.resetAndDestroy(); // the system forgets what it has not sent, too
    else if (!response || response.writableFinished) socket.destroy();
  });
  return server;
}

/** A smaller body is not counted while it arrives. */
const smallBodyBytes = 16 << 10;

/** Memory that the body of a request may take while it arrives: a client can send it slowly. */
function bodyBytesOf({ headers }: IncomingMessage): number {
  const declared = headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Infinity;
  return Math.min(declared, maxBodyBytes);
}

/** @throws {RequestError} 400 for HTTP/1.1 without a Host, and for more than one (RFC 9112, 3.2) */
function assertHost({ httpVersion, rawHeaders }: IncomingMessage): void {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i].length === 4 && rawHeaders[i].toLowerCase() === 'host') hosts++;
  }
  if (hosts === 1 || (hosts === 0 && httpVersion !== '1.1')) return;
  throw new RequestError(400, hosts === 0 ? 'A Host header is needed' : 'Only one Host header is allowed', {
    Connection: 'close',
  });
}

/** Node hands the socket of a CONNECT over, without a listener for its errors. */
function refuseConnect(_: IncomingMessage, socket: Duplex): void {
  socket.on('error', () => undefined);
  end(socket, 405, 'Method Not Allowed', { headers: ['Allow: GET, HEAD, OPTIONS'] });
}

function refuse(error: Error & { code?: string; rawPacket?: Buffer }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const [status, detail] = unreadable[error.code ?? ''] ?? [400, 'Request could not be read'];
  end(socket, status, detail, { isHead: error.rawPacket?.subarray(0, 5).toString('latin1') === 'HEAD ' });
}

/** Writes a response to the socket itself, and closes it. */
function end(
  socket: Duplex,
  status: number,
  detail: string,
  { headers = [], isHead = false }: { headers?: string[]; isHead?: boolean },
): void {
  const body = JSON.stringify({ detail });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'Cache-Control: no-store',
    'Connection: close',
    ...headers,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${isHead ? '' : body}`, () => void socket.destroy());
}
