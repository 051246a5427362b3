import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { expect } from 'chai';
import { openHttpsReceiver, type HttpsReceiver } from '@severe/testing/https-receiver';
import { createPostAgent, post, type PostOptions, type PostResult } from '@severe/outbound';

describe('post', () => {
  let receiver: HttpsReceiver;
  const servers: Server[] = [];
  const sockets: Socket[] = [];
  before(async () => {
    receiver = await openHttpsReceiver();
  });
  beforeEach(() => {
    receiver.received.length = 0;
    receiver.answer = (_, response) => void response.writeHead(204).end();
  });
  after(async () => {
    await receiver.close();
    for (const socket of sockets) socket.destroy();
    for (const server of servers) server.close();
  });

  const send = (url = receiver.url, more: Partial<PostOptions> = {}): Promise<PostResult> =>
    post(url, {
      headers: { 'content-type': 'application/json', 'user-agent': 'severe-webhooks/1' },
      body: '{"a":"ü"}',
      policy: { allowPrivate: true },
      agent: createPostAgent(1, receiver.ca),
      ...more,
    });

  /** A TCP server that does with its connections what the test says. */
  const tcp = async (handle: (socket: Socket) => void): Promise<string> => {
    const server = createServer((socket) => {
      sockets.push(socket);
      handle(socket);
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `https://localhost:${(server.address() as AddressInfo).port}/`;
  };

  it('sends the body and the headers, and reports the status', async () => {
    const result = await send();
    expect(result).to.include({ statusCode: 204, error: null, reason: null, reply: '' });
    const [{ headers, body, path }] = receiver.received;
    expect([path, body]).to.deep.equal(['/hook', '{"a":"ü"}']);
    expect(headers).to.include({ 'content-type': 'application/json', 'content-length': '10' });
    expect(headers.host).to.equal(`localhost:${receiver.port}`);
  });

  it('leaves nothing behind on a connection that is used again', async () => {
    const agent = createPostAgent(1, receiver.ca);
    const listeners = (): number[] => {
      const [socket] = Object.values(agent.for(new URL(receiver.url)).agent.freeSockets)[0]!;
      return ['connect', 'secureConnect'].map((event) => socket.listenerCount(event));
    };
    await send(receiver.url, { agent });
    const before = listeners();
    for (let i = 0; i < 3; i++) await send(receiver.url, { agent });
    expect(listeners()).to.deep.equal(before);
    agent.destroy();
  });

  it('reports any other status than 2xx, with the beginning of the response', async () => {
    receiver.answer = (_, response) => void response.writeHead(500).end('out\0 of order');
    expect(await send()).to.include({ statusCode: 500, error: 'status', reply: 'out\ufffd of order' });
  });

  it('does not follow a redirect', async () => {
    receiver.answer = (_, response) => void response.writeHead(307, { location: receiver.url }).end();
    expect(await send()).to.include({ statusCode: 307, error: 'status' });
    expect(receiver.received).to.have.length(1);
  });

  it('reports a closed port as connect', async () => {
    expect((await send('https://localhost:65535/')).error).to.equal('connect');
  });

  it('reports a name without an address as connect', async () => {
    const resolve = () => Promise.reject(Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND' }));
    const result = await send('https://x.dev.test/', { resolve });
    expect(result).to.include({ error: 'connect', reason: 'queryA ENOTFOUND' });
  });

  it('reports an unknown certificate as tls', async () => {
    expect((await send(receiver.url, { agent: createPostAgent(1) })).error).to.equal('tls');
  });

  it('reports a certificate of another name as tls', async () => {
    const url = `https://elsewhere.test:${receiver.port}/`;
    expect((await send(url, { resolve: async () => ['127.0.0.1'] })).error).to.equal('tls');
  });

  it('reports a connection that is closed without a response as connect', async () => {
    receiver.answer = (_, response) => response.destroy();
    expect((await send()).error).to.equal('connect');
  });

  it('reports a receiver that does not finish the handshake as a timeout', async () => {
    const url = await tcp(() => undefined);
    expect((await send(url, { limits: { totalMs: 200 } })).error).to.equal('timeout');
  });

  it('reports a receiver that never answers as a timeout, after the total time', async () => {
    receiver.answer = () => undefined;
    const result = await send(receiver.url, { limits: { totalMs: 300 } });
    expect(result).to.include({ statusCode: null, error: 'timeout' });
    expect(result.durationMs).to.be.greaterThan(250);
  });

  it('ends an attempt whose name is not resolved in time', async () => {
    const resolve = () => new Promise<string[]>(() => {});
    const result = await send('https://x.dev.test/', { resolve, limits: { connectMs: 100 } });
    expect(result).to.include({ error: 'timeout', reason: 'no connection within 100 ms' });
  });

  it('counts a 2xx as acknowledged although its body never ends', async () => {
    receiver.answer = (_, response) => void response.writeHead(200).write('thank');
    expect(await send(receiver.url, { limits: { totalMs: 300 } })).to.include({ statusCode: 200, error: null });
  });

  it('reads at most the limit of a response', async () => {
    let sent = 0;
    receiver.answer = (_, response) => {
      response.writeHead(200);
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(65_536))) sent += 65_536;
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    };
    const { error, reply } = await send();
    expect(error).to.equal(null);
    expect(reply.length).to.equal(2000);
    expect(sent).to.be.lessThan(32 << 20);
  });

  it('keeps a connection, and repeats the request if the receiver has closed it', async () => {
    const agent = createPostAgent(1, receiver.ca);
    const ports = new Set<number | undefined>();
    receiver.answer = (_, response) => {
      ports.add(response.socket?.remotePort);
      response.writeHead(204).end();
    };
    await send(receiver.url, { agent });
    await send(receiver.url, { agent });
    expect(ports.size).to.equal(1);

    receiver.answer = (_, response) => {
      receiver.answer = (_again, fresh) => void fresh.writeHead(204).end();
      response.destroy();
    };
    expect((await send(receiver.url, { agent })).error).to.equal(null);
    expect(receiver.received).to.have.length(4);
    agent.destroy();
  });
});
