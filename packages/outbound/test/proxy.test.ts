import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { createPostAgent, post } from '@severe/outbound';
import { openHttpsReceiver, type HttpsReceiver } from '@severe/testing/https-receiver';
import { expect } from 'chai';

/** A proxy that opens tunnels (RFC 9110, 9.3.6), to a local port whatever the name. */
function createProxy(target: () => number, tunnels: string[]): Server {
  return createServer().on('connect', (request, socket) => {
    tunnels.push(request.url!);
    const onward = connect(target(), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(onward).pipe(socket);
    });
    for (const each of [onward, socket]) each.on('error', () => onward.destroy());
  });
}

describe('outbound through a proxy', () => {
  const names = ['HTTPS_PROXY', 'https_proxy', 'NO_PROXY', 'no_proxy'];
  const inherited = names.map((name) => process.env[name]);
  let receiver: HttpsReceiver;
  let proxy: Server;
  const tunnels: string[] = [];

  before(async () => {
    receiver = await openHttpsReceiver();
    receiver.answer = (_, response) => void response.writeHead(204).end();
    proxy = createProxy(() => receiver.port, tunnels);
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    for (const name of names) delete process.env[name];
    process.env.HTTPS_PROXY = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    process.env.NO_PROXY = '.internal.example';
  });
  after(async () => {
    names.forEach((name, i) => {
      if (inherited[i] === undefined) delete process.env[name];
      else process.env[name] = inherited[i];
    });
    proxy.close();
    await receiver.close();
  });

  const send = (url: string, resolve: (name: string) => Promise<string[]>) => {
    tunnels.length = 0;
    const agent = createPostAgent(1, receiver.ca);
    const options = { headers: {}, body: '{}', policy: { allowPrivate: false }, agent, resolve };
    return post(url, { ...options, limits: { connectMs: 2000, totalMs: 4000 } }).finally(() => agent.destroy());
  };
  const unknown = () => Promise.reject(new Error('no such name here'));

  it('lets the proxy resolve a name that is not known here', async () => {
    const sent = await send('https://localhost.example:8443/hook', unknown);
    expect(tunnels).to.deep.equal(['localhost.example:8443']);
    // The certificate of the receiver is for localhost: that TLS refuses it shows that the tunnel reaches it.
    expect(sent.error).to.equal('connect');
    expect(sent.reason).to.match(/altnames|certificate/i);
  });

  it('asks no proxy for a name that leads into this network, and none for a host of NO_PROXY', async () => {
    const sent = await send('https://x.example/', async () => ['10.0.0.1']);
    expect([sent.error, tunnels.length]).to.deep.equal(['blocked_address', 0]);
    await send('https://x.internal.example/', async () => ['10.0.0.1']);
    expect(tunnels).to.deep.equal([]);
  });
});
