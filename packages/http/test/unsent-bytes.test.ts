import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { createPublicServer, prepareHead, sendPrepared, UnsentBytes } from '@severe/http';
import { silentLog } from '@severe/base';
import { run, type Running } from '@severe/testing/serve';
import { until } from '@severe/testing/until';
import { expect } from 'chai';

const mebibyte = 1 << 20;
/** More than the system takes for a client that does not read. */
const bodyBytes = 8 * mebibyte;
const shared = Buffer.alloc(bodyBytes, 'x');
const head = prepareHead(200, ['Content-Length', String(bodyBytes)]);

/** How the server sends a body of its own, by path. */
const ways: Record<string, (response: ServerResponse) => void> = {
  '/bytes': (response) => void response.end(Buffer.alloc(bodyBytes, 'x')),
  '/text': (response) => void response.end('x'.repeat(bodyBytes)),
  '/prepared': (response) => sendPrepared(response, head, [], Buffer.alloc(bodyBytes, 'x')),
  '/part': (response) => void response.end(Buffer.alloc(bodyBytes, 'x').subarray(0, bodyBytes - 1)),
  '/shared': (response) => void response.end(shared),
  '/shared-part': (response) => void response.end(shared.subarray(5)),
  '/small': (response) => void response.end('x'),
  '/later': () => undefined,
};

describe('http/unsent-bytes', () => {
  let unsent: UnsentBytes;
  let service: Running;
  let open: Socket[] = [];

  beforeEach(async () => {
    unsent = new UnsentBytes({ maxBytes: 4.5 * bodyBytes, trustProxy: 1 });
    const fallback = ({ url }: { url?: string }, response: ServerResponse) => ways[url!](response);
    service = await run(createPublicServer({ handlers: [], fallback, log: silentLog, unsent }));
  });
  afterEach(async () => {
    for (const socket of open) socket.destroy();
    open = [];
    await service.close();
  });

  /** Requests a path and reads nothing. */
  async function ask(path: string, client = '192.0.2.1', times = 1): Promise<Socket> {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1').pause();
    socket.on('error', () => undefined);
    open.push(socket);
    await once(socket, 'connect');
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${client}\r\n\r\n`.repeat(times));
    return socket;
  }
  /** Asks, and waits until the server has the bytes. */
  async function hold(path: string, client?: string): Promise<Socket> {
    const before = unsent.bytes;
    const socket = await ask(path, client);
    await until(() => unsent.bytes > before);
    return socket;
  }

  for (const path of ['/bytes', '/text', '/prepared', '/part']) {
    it(`counts what waits for a client, and forgets it with the connection: ${path}`, async () => {
      const socket = await hold(path);
      expect(unsent.bytes).to.equal(bodyBytes);
      socket.destroy();
      await until(() => unsent.bytes === 0);
    });
  }

  it('forgets what has been sent', async () => {
    const socket = await hold('/bytes');
    socket.resume();
    await until(() => unsent.bytes === 0);
    expect(socket.destroyed).to.equal(false);
    await service.ask('/small');
    expect(unsent.bytes).to.equal(0);
  });

  it('counts memory that responses share once', async () => {
    const first = await hold('/shared');
    for (let i = 0; i < 20; i++) await ask(i % 2 === 0 ? '/shared' : '/shared-part');
    const connections = () => new Promise<number>((resolve) => service.server.getConnections((_, n) => resolve(n)));
    await until(async () => (await connections()) === 21);
    await hold('/bytes'); // it comes after the others
    expect([unsent.bytes, unsent.cuts]).to.deep.equal([2 * bodyBytes, 0]);
    first.destroy();
    open.at(-1)!.destroy();
    await until(() => unsent.bytes === bodyBytes);
  });

  it('makes the responses of one connection one after another', async () => {
    const socket = await ask('/bytes', '192.0.2.1', 3);
    await until(() => unsent.bytes === bodyBytes);
    await ask('/small');
    await service.ask('/small'); // whatever came before it has been taken
    expect(unsent.bytes).to.equal(bodyBytes);
    let read = 0;
    socket.on('data', (part: Buffer) => (read += part.length)).resume();
    await until(() => read > 3 * bodyBytes);
    await until(() => unsent.bytes === 0);
    expect([unsent.cuts, socket.destroyed]).to.deep.equal([0, false]);
  });

  it('beyond the bound cuts the oldest connections of the client that holds most', async () => {
    const honest = await hold('/bytes', '192.0.2.9');
    const greedy = [
      await hold('/bytes', '203.0.113.1'),
      await hold('/bytes', '203.0.113.1'),
      await hold('/bytes', '203.0.113.1'),
    ];
    await ask('/bytes', '203.0.113.1');
    await until(() => unsent.cuts > 0);
    expect([unsent.cuts, unsent.bytes]).to.deep.equal([2, 3 * bodyBytes]);
    await Promise.all(greedy.slice(0, 2).map((socket) => once(socket.resume(), 'close'))); // the two oldest
    expect(honest.destroyed).to.equal(false);
    honest.resume();
    await until(() => unsent.bytes === 2 * bodyBytes);
    expect(greedy[2].destroyed).to.equal(false);
  });

  it('counts bodies that arrive slowly, as large as they may become', async () => {
    const heads = [
      'Content-Length: 200000',
      'Content-Length: 99999999',
      'Transfer-Encoding: chunked',
      'Content-Length: 100',
    ];
    for (const head of heads) {
      const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
      socket.on('error', () => undefined);
      open.push(socket);
      socket.write(`POST /later HTTP/1.1\r\nHost: a\r\n${head}\r\n\r\n`);
    }
    const expected = 200_000 + 2 * (256 << 10);
    await until(() => unsent.bytes === expected);
    for (const socket of open) socket.destroy();
    await until(() => unsent.bytes === 0);
  });

  it('keeps the only response, whatever its size', async () => {
    unsent = new UnsentBytes({ maxBytes: 1 });
    await service.close();
    service = await run(
      createPublicServer({ handlers: [], fallback: (_, response) => ways['/bytes'](response), log: silentLog, unsent }),
    );
    const { body } = await service.ask('/bytes');
    expect([body.length, unsent.cuts]).to.deep.equal([bodyBytes, 0]);
  });
});
