import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { silentLog } from '@severe/base';
import { createPublicServer, prepareHead, sendPrepared } from '@severe/http';
import { run, type Running } from '@severe/testing/serve';
import { expect } from 'chai';

const body = Buffer.from(Array.from({ length: 4500 }, (_, i) => i % 256));
const medium = Buffer.alloc(15_000, 'y');
const other = Buffer.alloc(15_000, 'z');
const large = Buffer.alloc(100_000, 'x');
const tile = prepareHead(200, ['Content-Type', 'image/png', 'Content-Length', String(body.length)]);
const unchanged = prepareHead(304, ['ETag', '"a"']);
const mediumHead = prepareHead(200, ['Content-Length', String(medium.length)]);
const largeHead = prepareHead(200, ['Content-Length', String(large.length)]);

/** Responds as the path says. */
function respond(path: string, response: ServerResponse): void {
  const added = ['X-Path', path];
  const send = () => sendPrepared(response, tile, added, body);
  if (path === '/later') setTimeout(send, 30);
  else if (path === '/marked') sendPrepared(response.setHeader('X-Mark', 'a'), tile, added, body);
  else if (path === '/large') sendPrepared(response, largeHead, added, large);
  else if (path === '/medium') sendPrepared(response, mediumHead, added, medium);
  else if (path === '/other') sendPrepared(response, mediumHead, added, other);
  else if (path === '/unchanged') sendPrepared(response, unchanged, added, new Uint8Array(0));
  else if (path === '/by-node') response.writeHead(200, [...tile.headers, ...added]).end(body);
  else send();
}

const request = (path: string, connection = 'keep-alive') =>
  `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: ${connection}\r\n\r\n`;

/** Sends bytes, and gives what comes back until the end. */
async function exchange(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
  let got = '';
  for await (const part of socket.setEncoding('latin1')) got += part as string;
  return got;
}

describe('http/send-prepared', () => {
  let service: Running;
  let port: number;
  /** Calls of `write` of the sockets. */
  let writes = 0;
  let connection: Socket | undefined;

  before(async () => {
    const server = createPublicServer({
      handlers: [
        (incoming, response) => {
          connection = incoming.socket;
          respond(incoming.url!, response);
          return true;
        },
      ],
      fallback: (_, response) => void response.end(),
      log: silentLog,
    });
    server.on('connection', (socket) => {
      const write = socket.write.bind(socket) as (...given: unknown[]) => boolean;
      socket.write = (...given: unknown[]) => {
        writes++;
        return write(...given);
      };
    });
    service = await run(server);
    port = (server.address() as AddressInfo).port;
  });
  beforeEach(() => {
    writes = 0;
  });
  after(() => service.close());

  it('sends head and body with one write, as Node would send them', async () => {
    const ours = await service.ask('/x');
    expect(writes).to.equal(1);
    const nodes = await service.ask('/by-node');
    expect(writes).to.be.above(2);
    const common = (headers: object) => ({ ...headers, date: '', 'x-path': '' });
    expect([ours.status, common(ours.headers)]).to.deep.equal([nodes.status, common(nodes.headers)]);
    expect(ours.headers.date).to.match(/^\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT$/);
    expect([ours.body.equals(body), nodes.body.equals(body)]).to.deep.equal([true, true]);
  });

  it('keeps the order of requests that come at once, fast and slow', async () => {
    const paths = ['/later', '/x', '/by-node', '/unchanged'];
    const got = await exchange(port, paths.map((path) => request(path)).join('') + request('/last', 'close'));
    const answered = [...got.matchAll(/X-Path: (\S+)/g)].map(([, path]) => path);
    expect(answered).to.deep.equal([...paths, '/last']);
    expect(got.split(body.toString('latin1'))).to.have.length(5);
  });

  it('closes connections when Node would: on request, and for HTTP/1.0', async () => {
    expect(await exchange(port, request('/x', 'close'))).to.include('Connection: close');
    expect(await exchange(port, 'GET /x HTTP/1.0\r\n\r\n')).to.include('Connection: close');
    const kept = await exchange(port, `GET /x HTTP/1.0\r\nConnection: keep-alive\r\n\r\n${request('/x', 'close')}`);
    expect(kept).to.match(/Connection: keep-alive[^]*Connection: close/);
  });

  it('sends a 304 without a body, and a HEAD without one', async () => {
    const got = await exchange(port, request('/unchanged') + request('/x', 'close').replace('GET', 'HEAD'));
    expect(got).to.match(/^HTTP\/1.1 304 Not Modified\r\n[^]*\r\n\r\nHTTP\/1.1 200 OK\r\n[^]*\r\n\r\n$/);
    expect(got).to.include('Content-Length: 4500');
  });

  it('sends a large body as it is, behind its head', async () => {
    const { body: got, headers } = await service.ask('/large');
    expect([got.equals(large), headers['x-path'], headers.connection]).to.deep.equal([true, '/large', 'keep-alive']);
    expect(writes).to.equal(2);
  });

  it('sends the headers that were set before', async () => {
    const got = await exchange(port, request('/marked') + request('/x', 'close'));
    expect(got.match(/^x-mark: .*$/gim)).to.deep.equal(['x-mark: a']);
  });

  it('keeps the bytes of clients that read late', async () => {
    const client = connect(port, '127.0.0.1').pause();
    await once(client, 'connect');
    let sent = 0;
    // until the system takes no more for this client, so that a response waits
    do {
      client.write(request('/medium'));
      sent++;
      await once(service.server, 'request');
    } while (connection!.writableLength === 0);
    await Promise.all(Array.from({ length: 20 }, () => service.ask('/other')));
    client.end();
    let text = '';
    for await (const part of client.setEncoding('latin1')) text += part as string;
    const bodies = text.split(/HTTP\/1\.1 200 OK[^]*?\r\n\r\n/).slice(1);
    expect(bodies).to.have.length(sent);
    expect(new Set(bodies)).to.deep.equal(new Set([medium.toString('latin1')]));
  });

  it('refuses to prepare a header that would end the head', () => {
    expect(() => prepareHead(200, ['X-A', 'b\r\nX-C: d'])).to.throw(TypeError);
  });
});
