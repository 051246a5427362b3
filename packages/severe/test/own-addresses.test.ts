import { mkdtemp, rm } from 'node:fs/promises';
import { get, request, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { loadSettings, silentLog } from '@severe/base';
import { run } from '@severe/testing/serve';
import { expect } from 'chai';
import { isAnywhere, linksByHost } from '../src/own-addresses.ts';
import { announce } from '../src/announce.ts';
import { startService, type Service } from './support/service.ts';

describe('linksByHost', () => {
  const own = new Set(['localhost', 'box', 'box.local', '192.168.1.5', '[fe80::1]']);
  const { publicUrl, within } = linksByHost('http://127.0.0.1:8080', () => own);
  const listener: RequestListener = within((_request, response) => {
    setImmediate(() => response.end(publicUrl())); // also in what a handler starts
  });

  it('lead to the Host of a request that is an address or a name of this machine', async () => {
    const service = await run(listener);
    const linkOf = async (host: string): Promise<string> => (await service.ask('/', { host })).body.toString();
    for (const host of ['192.168.1.5:8080', 'box', 'box.local:9000', 'localhost:1', '[fe80::1]:8080'])
      expect(await linkOf(host)).to.equal(`http://${host}`);
    expect(await linkOf('BOX:80')).to.equal('http://box:80');
    await service.close();
  });

  it('ignore every other Host', async () => {
    const service = await run(listener);
    for (const host of [
      'evil.example',
      'box.evil.example',
      '192.168.1.6',
      'box:123456',
      'a b',
      'localhost@evil',
      'box/',
      '[::1',
      '',
    ])
      expect((await service.ask('/', { host })).body.toString(), host).to.equal('http://127.0.0.1:8080');
    expect(publicUrl()).to.equal('http://127.0.0.1:8080');
    await service.close();
  });
});

describe('a service on all addresses of a machine', function () {
  this.timeout(120_000);
  let dataDir: string;
  let service: Service;
  let port: number;

  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'severe-anywhere-'));
    const settings = loadSettings({ HOST: '0.0.0.0', PORT: '0', OPS_PORT: '0', DATA_DIR: dataDir });
    service = await startService({ settings, roles: ['api', 'tiles'], simulated: false, log: silentLog });
    port = Number(new URL(service.url).port);
  });
  after(async () => {
    await service?.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  const ask = (path: string, host: string): Promise<unknown> =>
    new Promise((resolve, reject) => {
      get({ host: '127.0.0.1', port, path: `/api/v1${path}`, headers: { host } }, (response) => {
        json(response).then(resolve, reject);
      }).once('error', reject);
    });

  it('has links of each request, and never those of another', async () => {
    const hosts = [`localhost:${port}`, `127.0.0.1:${port}`, `localhost:${port}`, 'evil.example', `127.0.0.1:${port}`];
    for (const host of hosts) {
      const base = host === 'evil.example' ? service.url : `http://${host}`;
      for (let times = 0; times < 2; times++) {
        const { links } = (await ask('/alerts?limit=1', host)) as { links: { href: string }[] };
        for (const { href } of links) expect(href).to.match(new RegExp(`^${base}/api/v1/alerts`));
        const { servers } = (await ask('/openapi.json', host)) as { servers: { url: string }[] };
        expect(servers).to.deep.equal([{ url: `${base}/api/v1` }]);
      }
    }
  });

  it('lets people sign up at the address that they use, and at no other', async () => {
    const signUp = (host: string, origin: string): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        const headers = { host, origin, 'Content-Type': 'application/json' };
        const sent = request(
          { host: '127.0.0.1', port, path: '/api/v1/auth/signup', method: 'POST', headers },
          (response) => {
            response.resume();
            resolve(response.statusCode);
          },
        );
        sent.once('error', reject).end(JSON.stringify({ email: 'ann@example.org', password: 'correct horse 77' }));
      });
    expect(await signUp(`localhost:${port}`, 'http://evil.example')).to.equal(403);
    expect(await signUp('evil.example', 'http://evil.example')).to.equal(403);
    expect(await signUp(`localhost:${port}`, `http://localhost:${port}`)).to.equal(201);
  });

  it('says at the start that mails need an address', () => {
    const settings = loadSettings({ HOST: '::' });
    expect(announce(service, settings)).to.include('set PUBLIC_URL');
    expect(announce(service, loadSettings({}))).to.not.include('PUBLIC_URL');
    expect(isAnywhere({ host: '0.0.0.0', publicUrl: 'https://wx.example.org' })).to.equal(false);
  });
});
