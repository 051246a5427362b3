import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect } from 'chai';
import { silentLog } from '@severe/base';
import type { Reply } from '@severe/http';
import { pageEndpoints } from '../../src/pages/page-endpoints.ts';
import { pageHeaders } from '../../src/pages/page-headers.ts';
import { startTestApi, type TestService } from '../support/service.ts';

const library = 'export const library = true;'.repeat(200);
const archive = Buffer.from(Array.from({ length: 3000 }, (_, i) => i % 256));

const sources = { publicUrl: () => 'http://a', basemapUrl: '' };

describe('api/pages', () => {
  let service: TestService;
  let folder: string;
  before(async function () {
    this.timeout(60_000);
    folder = await mkdtemp(join(tmpdir(), 'severe-pages-'));
    await mkdir(join(folder, 'assets'));
    await writeFile(join(folder, 'index.html'), '<!doctype html><html><title>map</title></html>');
    await writeFile(join(folder, 'not-found.html'), '<!doctype html><html><link href="./a.css"><title>none</title></html>'); // prettier-ignore
    await writeFile(join(folder, 'about.html'), '<!doctype html><html><title>about</title></html>');
    await writeFile(join(folder, 'account.html'), '<!doctype html><html><title>account</title></html>');
    await writeFile(join(folder, 'embed.html'), '<!doctype html><html data-embedded><title>map</title></html>');
    await writeFile(join(folder, '.secret'), 'x');
    await writeFile(join(folder, 'assets', 'app-1a2b.js'), 'console.log("map");'.repeat(200));
    await writeFile(join(folder, 'assets', 'lib-3c4d.js'), library);
    await writeFile(join(folder, 'assets', 'lib-3c4d.js.br'), brotliCompressSync(library));
    await writeFile(join(folder, 'assets', 'base-3c4d.pmtiles'), archive);
    service = await startTestApi(() => ({ pagesDir: folder }));
  });
  after(async () => {
    await service?.close();
    await rm(folder, { recursive: true });
  });

  it('serves the first page at the root, without caching', async () => {
    const { status, headers, body } = await service.ask('/');
    expect([status, headers['content-type'], headers['cache-control']]).to.deep.equal([
      200,
      'text/html; charset=utf-8',
      'no-cache',
    ]);
    expect(body.toString()).to.include('<title>map');
    expect(headers['content-security-policy']).to.include("connect-src 'self' https://wx.example.org");
    expect((await service.ask('/', { 'If-None-Match': headers.etag! })).status).to.equal(304);
    expect((await service.ask('/index.html')).body.equals(body)).to.equal(true);
    const about = await service.ask('/about');
    expect(about.body.toString()).to.include('<title>about');
    expect(about.headers['content-security-policy'])
      .to.include("style-src 'self';")
      .and.include("frame-ancestors 'none'");
    expect(about.headers['referrer-policy']).to.equal('no-referrer');
    const account = (await service.ask('/account')).headers['content-security-policy'];
    expect(account).to.include("script-src 'self';").and.include("style-src 'self';").and.include("worker-src 'self';");
    expect(account).to.not.match(/unsafe|blob:|https:/);
  });

  it('names what pages may use of the browser, and keeps browsers on https', async () => {
    for (const path of ['/', '/about', '/embed', '/api/v1/docs']) {
      const { headers } = await service.ask(path);
      expect(headers['permissions-policy'], path).to.include('camera=()').and.include('geolocation=(self)');
      expect(headers, path).to.include({
        'cross-origin-opener-policy': 'same-origin',
        'strict-transport-security': 'max-age=31536000',
      });
    }
    expect((await service.ask('/assets/app-1a2b.js')).headers).to.not.have.property('permissions-policy');
    expect(pageHeaders('http://127.0.0.1:8080')).to.not.have.property('Strict-Transport-Security');
  });

  it('lets other pages show the embedded map and nothing else', async () => {
    const paths = ['/embed', '/embed.html', '/', '/about', '/account'];
    const policies = await Promise.all(
      paths.map(async (path) => (await service.ask(path)).headers['content-security-policy']),
    );
    expect(policies.map((policy) => /frame-ancestors (.*)$/.exec(String(policy))?.[1])).to.deep.equal([
      '*',
      '*',
      "'self'",
      "'none'",
      "'none'",
    ]);
    expect(policies[0]).to.include("worker-src 'self' blob:");
  });

  it('lets clients cache hashed files forever', async () => {
    const { status, headers } = await service.ask('/assets/app-1a2b.js', { 'Accept-Encoding': 'br' });
    expect(status).to.equal(200);
    expect(headers).to.deep.include({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      'content-type': 'text/javascript; charset=utf-8',
    });
  });

  it('serves what the build has compressed', async () => {
    const [coded, plain] = await Promise.all(
      ['br', 'identity'].map((coding) => service.ask('/assets/lib-3c4d.js', { 'Accept-Encoding': coding })),
    );
    expect(coded.headers['content-encoding']).to.equal('br');
    expect(coded.body.equals(brotliCompressSync(library))).to.equal(true);
    expect([plain.body.toString(), plain.headers['content-encoding']]).to.deep.equal([library, undefined]);
    expect((await service.ask('/assets/lib-3c4d.js.br')).status).to.equal(404);
  });

  it('serves no file outside the folder', async () => {
    const paths = [
      '/.secret',
      '/../package.json',
      '/%2e%2e/package.json',
      '/..%2f..%2fetc%2fpasswd',
      '/assets/',
      '/assets',
      '/assets/../.secret',
      '//etc/passwd',
      '/%',
      '/%00',
    ];
    for (const path of paths) {
      const { status, json } = await service.ask(path);
      expect([status, json()], path).to.deep.equal([404, { detail: 'Not found' }]);
    }
  });

  it('shows a page to a browser whose address leads nowhere, and JSON to everybody else', async () => {
    const html = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
    for (const path of ['/mapp', '/account.htm/x/y', '/%']) {
      const { status, headers, body } = await service.ask(path, html);
      expect([status, headers['content-type']], path).to.deep.equal([404, 'text/html; charset=utf-8']);
      expect(body.toString()).to.include('<title>none').and.include('href="/a.css"');
      expect(headers).to.deep.include({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
      expect(headers['content-security-policy']).to.include("default-src 'self'").and.include("frame-ancestors 'none'");
    }
    for (const [path, accept] of [
      ['/api/v1/nope', html.Accept],
      ['/api', html.Accept],
      ['/mapp', '*/*'],
      ['/mapp', 'application/json'],
    ])
      // prettier-ignore
      expect((await service.ask(path, { Accept: accept })).json(), path).to.deep.equal({ detail: 'Not found' });
    expect((await service.ask('/mapp', html, 'POST')).json()).to.deep.equal({ detail: 'Not found' });
  });

  it('serves nothing if the folder does not exist', () => {
    expect(pageEndpoints(join(folder, 'nowhere'), sources, silentLog)).to.deep.equal([]);
  });

  describe('the archive of the base map', () => {
    const path = '/assets/base-3c4d.pmtiles';

    it('is served in parts', async () => {
      const { status, headers, body } = await service.ask(path, { Range: 'bytes=100-299' });
      expect(status).to.equal(206);
      expect(headers).to.deep.include({
        'content-range': 'bytes 100-299/3000',
        'content-length': '200',
        'content-type': 'application/vnd.pmtiles',
        'cache-control': 'public, max-age=31536000, immutable',
        'accept-ranges': 'bytes',
      });
      expect(body.equals(archive.subarray(100, 300))).to.equal(true);
      const last = await service.ask(path, { Range: 'bytes=-5', 'If-Range': headers.etag! });
      expect([last.status, last.headers['content-range']]).to.deep.equal([206, 'bytes 2995-2999/3000']);
    });

    it('is served whole without a range, for an unknown unit and for another version', async () => {
      const several: Record<string, string>[] = [
        {},
        { Range: 'bytes 0-1' },
        { Range: 'lines=0-1' },
        { Range: 'bytes=0-1', 'If-Range': '"other"' },
      ];
      for (const headers of several) {
        const { status, body } = await service.ask(path, headers);
        expect([status, body.equals(archive)], JSON.stringify(headers)).to.deep.equal([200, true]);
      }
    });

    it('refuses a range behind its end, and several ranges', async () => {
      for (const range of ['bytes=3000-3001', 'bytes=0-1,5-6', 'bytes=0-,0-,0-', 'bytes=-1,-1']) {
        const { status, headers, body } = await service.ask(path, { Range: range });
        expect([status, headers['content-range'], body.length], range).to.deep.equal([416, 'bytes */3000', 0]);
      }
    });

    it('answers HEAD with its size', async () => {
      const { status, headers, body } = await service.ask(path, { Range: 'bytes=0-1' }, 'HEAD');
      expect([status, headers['content-length'], body.length]).to.deep.equal([200, '3000', 0]);
    });

    it('is in memory once, whatever is asked', async () => {
      const endpoint = pageEndpoints(folder, sources, silentLog).find((each) => each.path === path)!;
      const memories = await Promise.all(
        [undefined, 'bytes=5-', 'bytes=0-9', 'lines=0-1'].map(async (range) => {
          const reply = (await endpoint.handle({ method: 'GET', headers: { range } } as never, {})) as Reply;
          return (reply.body as Uint8Array).buffer;
        }),
      );
      expect(new Set(memories).size).to.equal(1);
    });
  });

  it('names the base map of the operator in pages with a map, and permits its address', async () => {
    const other = await mkdtemp(join(tmpdir(), 'severe-pages-'));
    const page = '<!doctype html><meta name="basemap" content="" /><title>map</title>';
    for (const name of ['index.html', 'about.html']) await writeFile(join(other, name), page);
    const sources = {
      publicUrl: () => 'https://wx.example.org',
      basemapUrl: 'https://maps.example.org/us.pmtiles?a=1&b="',
    };
    const pages = pageEndpoints(other, sources, silentLog);
    const reply = (path: string) => pages.find((each) => each.path === path)!.handle({} as never, {}) as Reply;
    expect(String(reply('/').body)).to.include('content="https://maps.example.org/us.pmtiles?a=1&amp;b=%22"');
    expect(reply('/').headers['Content-Security-Policy']).to.match(/connect-src [^;]* https:\/\/maps\.example\.org;/);
    expect(reply('/about').headers['Content-Security-Policy']).to.not.include('maps.example.org');
    await rm(other, { recursive: true });
  });
});
