import { once } from 'node:events';
import { request, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { silentLog } from '@severe/base';
import { createPublicServer, UnsentBytes } from '@severe/http';
import { run, type Running } from '@severe/testing/serve';
import { requireTool } from '@severe/testing/tools';
import { until } from '@severe/testing/until';
import { expect } from 'chai';
import { startEdge, type Edge } from '../../scripts/support/edge.ts';

const mebibyte = 1 << 20;
/** More than every buffer on the way takes for a client that does not read. */
const bodyBytes = 24 * mebibyte;
const slow = 40;
/** `limit_conn severe_requests` in infra/nginx.conf. */
const maxRequests = 200;

/** nginx with `infra/nginx.conf` before an origin with large responses. */
describe('slow clients of the edge', function () {
  this.timeout(120_000);
  const unsent = new UnsentBytes({ maxBytes: Infinity });
  const body = Buffer.alloc(bodyBytes, 'x');
  const waiting: ServerResponse[] = [];
  const large: ServerResponse[] = [];
  let origin: Running;
  let edge: Edge;
  let open: Socket[] = [];

  before(async function () {
    requireTool(this, 'nginx', 'nginx-light');
    const server = createPublicServer({
      handlers: [],
      log: silentLog,
      unsent,
      fallback(incoming, response) {
        if (incoming.url === '/waits') waiting.push(response);
        else if (incoming.url === '/large') {
          large.push(response);
          response.end(body);
        } else {
          let bytes = 0;
          incoming.on('data', (part: Buffer) => (bytes += part.length));
          incoming.on('end', () => void response.end(String(bytes)));
        }
      },
    });
    origin = await run(server);
    edge = await startEdge(new URL(origin.url).host);
  });
  afterEach(async () => {
    for (const socket of open) socket.destroy();
    open = [];
    for (const response of waiting.splice(0)) response.destroy();
  });
  after(async () => {
    await edge?.close();
    await origin?.close();
  });

  /** Requests a path and reads nothing. */
  async function stare(path: string, localAddress = '127.0.0.1'): Promise<Socket> {
    const socket = connect({ port: Number(new URL(edge.url).port), host: '127.0.0.1', localAddress }).pause();
    socket.on('error', () => undefined);
    open.push(socket);
    await once(socket, 'connect');
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
    return socket;
  }

  function send(
    path: string,
    { method = 'GET', bytes = 0, localAddress = '127.0.0.1' } = {},
  ): Promise<{ status: number; headers: IncomingHttpHeaders; text: string }> {
    return new Promise((resolve, reject) => {
      const call = request(edge.url + path, { method, localAddress, agent: false }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, text }));
      });
      call.on('error', reject).end(Buffer.alloc(bytes));
    });
  }

  it('leave no files: what they do not read waits in the service', async () => {
    for (let i = 0; i < slow; i++) await stare('/large');
    await until(() => large.length === slow);
    expect((await send('/large')).text.length).to.equal(bodyBytes); // of somebody who reads, after all others
    expect(edge.temporaryBytes()).to.equal(0);
    expect(large.slice(0, slow).filter((response) => response.writableFinished)).to.deep.equal([]);
    expect(unsent.bytes).to.equal(bodyBytes); // shared
    for (const socket of open) socket.destroy();
    await until(() => unsent.bytes === 0);
  });

  it('have a number of requests for each address, and others are answered', async () => {
    for (let i = 0; i < maxRequests; i++) await stare('/waits', '127.0.0.2');
    await until(() => waiting.length === maxRequests);
    const { status, headers, text } = await send('/x', { localAddress: '127.0.0.2' });
    expect([status, JSON.parse(text)]).to.deep.equal([503, { detail: 'Service temporarily unavailable' }]);
    expect(headers).to.include({ 'retry-after': '5', 'cache-control': 'no-store' });
    expect((await send('/x', { localAddress: '127.0.0.3' })).status).to.equal(200);
    waiting.pop()!.end();
    await until(async () => (await send('/x', { localAddress: '127.0.0.2' })).status === 200);
  });

  it('send bodies as large as the service takes, and no larger ones', async () => {
    expect(await send('/x', { method: 'POST', bytes: 256 << 10 })).to.include({ status: 200, text: String(256 << 10) });
    const { status, text } = await send('/x', { method: 'POST', bytes: (256 << 10) + 1 });
    expect([status, JSON.parse(text)]).to.deep.equal([413, { detail: 'Body larger than 256 KiB' }]);
  });
});
