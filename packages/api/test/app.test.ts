import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { UpstreamError } from '@severe/base';
import { sharedFile } from '@severe/testing/shared';
import { startTestApi, type TestService } from './support/service.ts';

describe('api/app', () => {
  let service: TestService;
  before(async function () {
    this.timeout(60_000);
    service = await startTestApi();
  });
  after(() => service?.close());

  it('redirects known paths with a slash at their end', async () => {
    for (const [asked, location] of [
      ['/api/v1/meta/health/', '/api/v1/meta/health'],
      ['/api/v1/alerts/?state=OK&x=1', '/api/v1/alerts?state=OK&x=1'],
      ['/api/v1/alerts/17/', '/api/v1/alerts/17'],
      ['/api/v1/stream/?sources=radar', '/api/v1/stream?sources=radar'],
      ['/api/v1/docs/', '/api/v1/docs'],
    ]) {
      const { status, headers } = await service.ask(asked);
      expect([status, headers.location, headers['access-control-allow-origin']], asked).to.deep.equal([
        308,
        location,
        '*',
      ]);
    }
    expect((await service.ask('/api/v1/')).status).to.equal(200);
  });

  it('returns 404 as JSON for unknown paths, readable from any origin and not cached', async () => {
    for (const path of ['/api/v1/nope', '/api/v2/meta/health', '/nope', '/api/v1/META/health']) {
      const { status, headers, json } = await service.ask(path);
      expect([status, json()], path).to.deep.equal([404, { detail: 'Not found' }]);
      expect(headers).to.deep.include({
        'content-type': 'application/json',
        'cache-control': 'no-store',
        'access-control-allow-origin': '*',
      });
      expect(headers['x-request-id']).to.be.a('string');
    }
  });

  it('hides /account and /admin without a session and from other origins', async () => {
    for (const [path, method, expected] of [
      ['/api/v1/admin/stats', 'GET', 401],
      ['/api/v1/admin', 'GET', 401],
      ['/api/v1/account/nope', 'POST', 403],
      ['/api/v1/account/nope?a=b', 'DELETE', 403],
      ['/api/v1/auth/nope', 'POST', 404],
      ['/api/v1/administration', 'GET', 404],
    ] as const) {
      const { status, headers, json } = await service.ask(path, { Origin: 'https://a.example' }, method);
      const details = {
        401: 'Not authenticated',
        403: 'Calls from pages of another origin are not allowed',
        404: 'Not found',
      };
      expect([status, json()], path).to.deep.equal([expected, { detail: details[expected] }]);
      expect(headers).to.deep.include({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
      expect(headers['access-control-allow-origin'], path).to.equal(path.endsWith('istration') ? '*' : undefined);
    }
  });

  it('supports 405 with Allow, HEAD without a body, and preflights', async () => {
    const path = '/api/v1/meta/sources';
    const put = await service.ask(path, {}, 'PUT');
    expect([put.status, put.headers.allow]).to.deep.equal([405, 'GET, HEAD, OPTIONS']);
    const [head, got] = [await service.ask(path, {}, 'HEAD'), await service.ask(path)];
    expect([head.status, head.body.length]).to.deep.equal([200, 0]);
    expect(head.headers['content-length']).to.equal(got.headers['content-length']);
    expect((await service.ask(path, { Origin: 'https://a.example' }, 'OPTIONS')).status).to.equal(204);
  });

  it('responds to malformed request targets', async () => {
    const targets: [target: string, status: number, method?: string][] = [
      ['*', 404, 'OPTIONS'],
      ['*', 404],
      ['//', 404],
      ['?', 400], // by Node's parser
      ['/%', 404],
      ['/%00', 404],
      ['/api/v1/meta/sources#x', 200],
      ['/api/v1/../v1/meta/sources', 404],
      ['http://other.example/api/v1/meta/sources', 200],
      ['http://[::1/', 404],
      [`/${'a/'.repeat(4000)}`, 404],
      ['/api/v1/meta/sources?%', 200],
    ];
    for (const [target, status, method] of targets) {
      expect((await service.ask(target, {}, method)).status, target.slice(0, 60)).to.equal(status);
    }
  });

  it('responds to liveness and readiness probes', async () => {
    for (const port of [service, service.opsPort]) {
      expect((await port.ask('/healthz')).json()).to.deep.equal({ status: 'ok' });
      const { status, headers, json } = await port.ask('/readyz');
      expect([status, headers['cache-control'], json()]).to.deep.equal([200, 'no-store', { status: 'ready' }]);
    }
    expect((await service.ask('/metrics')).status).to.equal(404); // not for the public
  });

  it('is alive but not ready while a required store is unavailable', async () => {
    const away = await startTestApi(({ platform }) => ({
      platform: {
        ...platform,
        queue: { ...platform.queue, ping: () => Promise.reject(new UpstreamError('queue', 'refused')) },
        objects: { ...platform.objects, ping: () => Promise.reject(new UpstreamError('object_store', 'refused')) },
      },
    }));
    try {
      expect((await away.ask('/healthz')).status).to.equal(200);
      const { status, json } = await away.ask('/readyz');
      expect([status, json()]).to.deep.equal([503, { status: 'waiting', waiting_for: ['object_store'] }]);
    } finally {
      await away.close();
    }
  });

  it('serves only probes if configured', async () => {
    const behind = await startTestApi(() => ({ probesOnly: true, pagesDir: undefined }));
    try {
      expect((await behind.ask('/readyz')).status).to.equal(200);
      expect((await behind.ask('/api/v1/meta/sources')).status).to.equal(404);
    } finally {
      await behind.close();
    }
  });

  it('closes connections while draining', async () => {
    const draining = await startTestApi();
    try {
      expect((await draining.ask('/api/v1/meta/sources')).headers.connection).to.equal('keep-alive');
      draining.ops.drain();
      const { status, headers } = await draining.ask('/api/v1/meta/sources');
      expect([status, headers.connection]).to.deep.equal([200, 'close']);
      for (const port of [draining, draining.opsPort]) {
        expect((await port.ask('/readyz')).json()).to.deep.equal({ status: 'draining' });
        expect((await port.ask('/readyz')).status).to.equal(503);
        expect((await port.ask('/healthz')).status).to.equal(200);
      }
    } finally {
      await draining.close();
    }
  });

  it('responds to hostile queries as expected', async function () {
    const lines = readFileSync(sharedFile(this, 'hostile/hostile-queries.tsv'), 'latin1').split('\n');
    const cases = lines.filter(
      (line) =>
        /\/api\/v1\/(?:models\/available|meta|missing|docs|alerts|zones|admin)/.test(line) && !line.startsWith('#'),
    );
    expect(cases.length).to.be.greaterThan(2);
    for (const line of cases) {
      const [method, path, expected, why] = line.split('\t');
      const { status, json } = await service.ask(path, {}, method);
      expect(expected.split('|').map(Number), `${why}: ${path}`).to.include(status);
      if (status >= 400 && method !== 'HEAD') expect(json(), path).to.have.property('detail');
    }
  });
});
