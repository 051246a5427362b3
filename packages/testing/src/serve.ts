import { createServer, request, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A response as received, without decoding. */
export interface Got {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  json: () => any;
}

/** A running server of a test. */
export interface Running {
  server: Server;
  url: string;
  ask: (path: string, headers?: Record<string, string>, method?: string, body?: string) => Promise<Got>;
  close: () => Promise<void>;
}

/** As in the service. The default of Node closes idle connections while a client on a busy machine sends its next request. */
const keepAliveTimeout = 75_000;

/** Listens on a free port of loopback. */
export async function run(target: Server | RequestListener): Promise<Running> {
  const server = typeof target === 'function' ? createServer({ keepAliveTimeout }, target) : target;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    server,
    url: `http://127.0.0.1:${port}`,
    ask: (path, headers = {}, method = 'GET', body) => ask(port, path, headers, method, body),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function ask(port: number, path: string, headers: Record<string, string>, method: string, body?: string): Promise<Got> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
    const sent = request({ host: '127.0.0.1', port, path, method, headers: { ...length, ...headers } }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const body = Buffer.concat(parts);
        const { statusCode, headers } = response;
        resolve({ status: statusCode!, headers, body, json: () => JSON.parse(body.toString()) });
      });
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
