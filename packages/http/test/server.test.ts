import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as setTimeoutAsync } from 'node:timers/promises';
import { silentLog } from '@severe/base';
import { expect } from 'chai';
import { createPublicServer } from '@severe/http';
import { run, type Running } from '@severe/testing/serve';
import { until } from '@severe/testing/until';

/** Sends bytes that are no request, and gives what comes back until the end. */
function send(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let got = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.setEncoding('utf8').on('data', (part: string) => (got += part));
    socket.on('end', () => resolve(got)).on('error', reject);
  });
}

describe('http/server', () => {
  let service: Running;
  let port: number;
  before(async () => {
    const server = createPublicServer({
      handlers: [
        (request, response) => {
          if (request.url === '/crash') throw new Error('secret');
          if (request.url === '/never') return true;
          if (request.url !== '/front') return false;
          response.end('front');
          return true;
        },
      ],
      fallback: (_, response) => void response.end('fallback'),
      log: silentLog,
    });
    service = await run(server);
    port = (server.address() as AddressInfo).port;
  });
  after(() => service.close());

  it('calls the handlers first, then the fallback', async () => {
    expect((await service.ask('/front')).body.toString()).to.equal('front');
    expect((await service.ask('/x')).body.toString()).to.equal('fallback');
  });

  it('accepts an absolute request target, and passes on targets without a path', async () => {
    expect((await service.ask('http://wx.example.org/front')).body.toString()).to.equal('front');
    expect((await service.ask('*')).body.toString()).to.equal('fallback');
  });

  it('survives a handler that throws, without details in the response', async () => {
    const { status, json } = await service.ask('/crash');
    expect([status, json()]).to.deep.equal([500, { detail: 'Internal server error' }]);
    expect((await service.ask('/front')).status).to.equal(200);
  });

  it('responds to invalid requests with JSON and closes the connection', async () => {
    const answers: [string, number][] = [
      ['nonsense\r\n\r\n', 400],
      ['GET / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n', 400],
      ['GET /front HTTP/1.1\r\n\r\n', 400],
      ['GET /front HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n', 400],
      ['GET /front HTTP/1.0\r\nHost: a\r\nhOST: b\r\n\r\n', 400],
      ['CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n', 405],
      ['GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nExpect: miracles\r\n\r\n', 417],
      [`GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    ];
    for (const [bytes, status] of answers) {
      const got = await send(port, bytes);
      expect(got, bytes.slice(0, 20)).to.match(new RegExp(`^HTTP/1.1 ${status} `));
      expect(JSON.parse(/{.*}/.exec(got)![0]).detail).to.be.a('string');
    }
  });

  it('cuts a client that sends more than 4 requests behind one without a response', async () => {
    const request = 'GET /never HTTP/1.1\r\nHost: a\r\n\r\n';
    expect(await send(port, request.repeat(6)).catch(() => '')).to.equal('');
    const some = 'GET /front HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(4);
    const got = await send(port, `${some}GET /front HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    expect(got.match(/\r\n\r\nfront/g)).to.have.length(5);
  });

  it('requires no Host header for HTTP/1.0', async () => {
    expect(await send(port, 'GET /front HTTP/1.0\r\n\r\n')).to.match(/^HTTP\/1.1 200 .*front$/s);
  });

  it('responds to an invalid HEAD request without a body', async () => {
    const got = await send(port, `HEAD /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`);
    expect(got).to.match(/^HTTP\/1.1 431 .*\r\n\r\n$/s);
  });

  it('serves an upgrade as a plain request', async () => {
    const upgrade = 'GET /front HTTP/1.1\r\nHost: a\r\nConnection: upgrade, close\r\nUpgrade: websocket\r\n\r\n';
    expect(await send(port, upgrade)).to.match(/^HTTP\/1.1 200 .*front/s);
  });
});

describe('http/server, clients that do not read', () => {
  const body = Buffer.alloc(32 << 20);
  let service: Running;
  let port: number;
  const closed: string[] = [];
  before(async () => {
    const server = createPublicServer({
      handlers: [],
      fallback: (request, response) => {
        request.socket.on('close', () => void closed.push(request.url!));
        if (request.url === '/slow') setTimeout(() => response.end('late'), 1000);
        else response.end(body);
      },
      log: silentLog,
      writeTimeoutMs: 200,
    });
    service = await run(server);
    port = (server.address() as AddressInfo).port;
  });
  after(() => service.close());

  it('cuts a client that does not read its response', async () => {
    const socket = connect(port, '127.0.0.1', () => socket.write('GET /unread HTTP/1.1\r\nHost: a\r\n\r\n')).pause();
    socket.on('error', () => undefined);
    await until(() => closed.includes('/unread'), { withinMs: 60_000 });
    socket.destroy();
  });

  it('serves a client that reads slowly', async () => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write('GET /read HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    });
    let length = 0;
    let chunks = 0;
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (++chunks % 60 === 0) await setTimeoutAsync(100);
    }
    expect(length).to.be.above(body.length);
  });

  it('waits for a handler that is slower than the write timeout', async () => {
    expect((await service.ask('/slow')).body.toString()).to.equal('late');
  });
});
