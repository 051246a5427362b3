import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync } from 'node:zlib';
import { DataError, OverBudgetError, RequestError, silentLog, UpstreamError } from '@severe/base';
import { expect } from 'chai';
import * as fc from 'fast-check';
import { workPer, createLifecycle, endpoints, integer, Json, Reply, shape, text, type Observation } from '@severe/http';
import { run, type Running } from '@severe/testing/serve';
import { until } from '@severe/testing/until';
import { bindings } from './support/bindings.ts';

const define = endpoints<object>();
const common = { summary: '', tag: '', cache: { seconds: 60 } } as const;
const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47);
const published = 'Wed, 20 May 2026 22:18:00 GMT';

const echo = define({
  ...common,
  path: '/echo/{n}/{name}.json',
  params: { n: integer({ min: 0, max: 10 }), name: text({ maxLength: 20 }) },
  query: { size: integer({ min: 0, max: 100_000, default: 3 }) },
  response: shape.object({ n: shape.integer(), name: shape.text(), filler: shape.text() }),
  handle: ({ path, query }) => Promise.resolve({ ...path, filler: 'x'.repeat(query.size) }),
});
const fixed = define({
  ...common,
  path: '/echo/1/fixed.json',
  response: { media: 'text/plain', about: '' },
  handle: () => new Reply(200, { 'Content-Type': 'text/plain' }, 'fixed'),
});
const tile = define({
  ...common,
  path: '/tile.png',
  response: { media: 'image/png', about: '' },
  handle: () =>
    new Reply(
      200,
      {
        'Content-Type': 'image/png',
        ETag: '"t1"',
        'Cache-Control': 'public, max-age=604800, immutable',
        'X-Frame-Time': '2026-05-20T22:18:00Z',
      },
      png,
    ),
});
const untagged = define({
  ...common,
  path: '/untagged.png',
  response: { media: 'image/png', about: '' },
  handle: () => new Reply(200, { 'Content-Type': 'image/png' }, png),
});
const dated = define({
  ...common,
  path: '/dated',
  response: shape.object({ a: shape.number() }),
  handle: () => new Json({ a: 1 }, { 'Last-Modified': published }),
});
const failing = define({
  ...common,
  path: '/fail/{how}',
  params: { how: text() },
  response: shape.object({}),
  handle: ({ path }) => {
    const errors: Record<string, Error> = {
      request: new RequestError(404, 'No such frame', { 'Cache-Control': 'max-age=5' }),
      upstream: new UpstreamError('database', 'connect 10.0.0.7:5432 refused', { retryAfterSeconds: 7.2 }),
      budget: new OverBudgetError('database', 'Too long', { retryAfterSeconds: 30 }),
      data: new DataError('bad', 'section 3 is cut'),
      bug: new TypeError('x is undefined in /src/secret.ts'),
    };
    throw errors[path.how] ?? new Error('unknown');
  },
});
const rejecting = define({
  ...common,
  path: '/reject',
  response: shape.object({}),
  handle: () => Promise.reject(new TypeError('secret')),
});
const landing = define({
  ...common,
  path: '/',
  response: shape.object({ ok: shape.boolean() }),
  handle: () => ({ ok: true }),
});
const all = [echo, fixed, tile, untagged, dated, failing, rejecting, landing];

for (const [name, bind] of Object.entries(bindings)) {
  describe(`http/bind-${name}`, () => {
    const lifecycle = createLifecycle();
    let service: Running;
    before(async () => {
      service = await run(bind(all, { log: silentLog, lifecycle }));
    });
    after(() => service.close());

    it('responds with JSON, a strong ETag, Cache-Control and CORS headers', async () => {
      const { status, headers, json } = await service.ask('/api/v1/echo/4/a%20b.json');
      expect(status).to.equal(200);
      expect(json()).to.deep.equal({ n: 4, name: 'a b', filler: 'xxx' });
      expect(headers).to.deep.include({
        'content-type': 'application/json',
        'cache-control': 'public, max-age=60, stale-while-revalidate=60, stale-if-error=300',
        vary: 'Accept-Encoding, Origin',
        'access-control-allow-origin': '*',
        'x-content-type-options': 'nosniff',
      });
      expect(headers.etag).to.match(/^"[\w-]{22}"$/);
      expect(headers['x-request-id']).to.match(/^[\da-f-]{36}$/);
    });

    it('names the headers that scripts may read to scripts, and to proxies that may keep the response for them', async () => {
      const told = async (path: string, headers: Record<string, string>) => {
        const { vary, 'access-control-expose-headers': names } = (await service.ask(path, headers)).headers;
        return [vary, names?.split(', ').includes('X-Tile-Status')];
      };
      const [json, picture] = ['/api/v1/echo/4/a.json', '/api/v1/tile.png'];
      const script = { Origin: 'https://other.example' };
      expect(await told(json, {})).to.deep.equal(['Accept-Encoding, Origin', undefined]);
      expect(await told(json, script)).to.deep.equal(['Accept-Encoding, Origin', true]);
      expect(await told(picture, {})).to.deep.equal(['Origin', undefined]);
      expect(await told(picture, script)).to.deep.equal(['Origin', true]);
      for (const proxy of [{ Via: '1.1 cdn' }, { 'X-Forwarded-For': '192.0.2.1', ...script }] as Record<
        string,
        string
      >[]) {
        expect(await told(json, proxy)).to.deep.equal(['Accept-Encoding', true]);
        expect(await told(picture, proxy)).to.deep.equal([undefined, true]);
      }
    });

    it('responds with 304 without a body if the ETag matches', async () => {
      const first = await service.ask('/api/v1/echo/4/a.json');
      for (const known of [first.headers.etag!, `W/${first.headers.etag}`, `"x", ${first.headers.etag}`, '*']) {
        const again = await service.ask('/api/v1/echo/4/a.json', { 'If-None-Match': known });
        expect([again.status, again.body.length], known).to.deep.equal([304, 0]);
        expect(again.headers.etag).to.equal(first.headers.etag);
        expect(again.headers['cache-control']).to.equal(first.headers['cache-control']);
        expect(again.headers).to.not.have.any.keys('content-type', 'content-length');
      }
      expect((await service.ask('/api/v1/echo/5/a.json', { 'If-None-Match': first.headers.etag! })).status).to.equal(
        200,
      );
    });

    it('compresses long text, with a separate ETag for each coding', async () => {
      const path = '/api/v1/echo/1/a.json?size=5000';
      const plain = await service.ask(path);
      const coded = await service.ask(path, { 'Accept-Encoding': 'gzip, br' });
      expect(plain.headers['content-encoding']).to.equal(undefined);
      expect(coded.headers['content-encoding']).to.equal('br');
      expect(brotliDecompressSync(coded.body).equals(plain.body)).to.equal(true);
      expect(coded.headers['content-length']).to.equal(String(coded.body.length));
      expect(coded.headers.etag).to.equal(plain.headers.etag!.replace(/"$/, '-br"'));
      const again = await service.ask(path, { 'Accept-Encoding': 'br', 'If-None-Match': coded.headers.etag! });
      expect(again.status).to.equal(304);
    });

    it('does not compress short text and images', async () => {
      const accepted = { 'Accept-Encoding': 'br' };
      expect((await service.ask('/api/v1/echo/1/a.json', accepted)).headers['content-encoding']).to.equal(undefined);
      const picture = await service.ask('/api/v1/tile.png', accepted);
      expect(picture.headers).to.include({ vary: 'Origin' }).and.not.have.any.keys('content-encoding');
    });

    it('sends the headers of the handler with bytes', async () => {
      const { headers, body } = await service.ask('/api/v1/tile.png');
      expect(body.equals(png)).to.equal(true);
      expect(headers).to.deep.include({
        etag: '"t1"',
        'cache-control': 'public, max-age=604800, immutable',
        'content-type': 'image/png',
        'x-frame-time': '2026-05-20T22:18:00Z',
        'content-length': '4',
      });
      const again = await service.ask('/api/v1/tile.png', { 'If-None-Match': '"t1"' });
      expect([again.status, again.headers['x-frame-time']]).to.deep.equal([304, '2026-05-20T22:18:00Z']);
    });

    it('computes the ETag of bytes if the handler sets none', async () => {
      const { headers } = await service.ask('/api/v1/untagged.png');
      expect(headers.etag).to.match(/^"[\w-]{22}"$/);
      expect((await service.ask('/api/v1/untagged.png', { 'If-None-Match': headers.etag! })).status).to.equal(304);
    });

    it('tells a handler that its client has closed the connection, and not one whose client waits', async () => {
      const signals: AbortSignal[] = [];
      const slow = define({
        ...common,
        path: '/slow',
        response: shape.object({}),
        handle: ({ wanted }) => {
          signals.push(wanted());
          return signals.length === 1 ? new Promise<object>(() => undefined) : Promise.resolve({});
        },
      });
      const own = await run(bind([slow], { log: silentLog }));
      try {
        const leaving = request({ port: (own.server.address() as AddressInfo).port, path: '/api/v1/slow' }).on(
          'error',
          () => undefined,
        );
        leaving.end();
        await until(() => signals.length > 0);
        expect(signals[0].aborted).to.equal(false);
        leaving.destroy();
        await new Promise((done) => signals[0].addEventListener('abort', done));
        expect(signals[0].reason).to.include({ status: 499 });
        await own.ask('/api/v1/slow');
        await new Promise(setImmediate);
        expect(signals[1].aborted).to.equal(false);
      } finally {
        await own.close();
      }
    });

    it('lets handlers wait for their turn, and says the work of the request', async () => {
      const dear = define({
        ...common,
        path: '/dear',
        query: { limit: integer({ min: 1, max: 100, default: 10 }) },
        response: shape.object({ n: shape.integer() }),
        work: workPer(10, 'limit'),
        handle: ({ query }) => ({ n: query.limit }),
      });
      const waited: number[] = [];
      const own = await run(
        bind([dear], {
          log: silentLog,
          runInTurn: async (_, work, handle) => {
            waited.push(work({ rowsIn: () => 0 }));
            await new Promise(setImmediate);
            return handle();
          },
        }),
      );
      try {
        const answers = [await own.ask('/api/v1/dear'), await own.ask('/api/v1/dear?limit=95')];
        expect(answers.map(({ status, json }) => [status, json()])).to.deep.equal([
          [200, { n: 10 }],
          [200, { n: 95 }],
        ]);
        expect(waited).to.deep.equal([1, 9.5]);
      } finally {
        await own.close();
      }
    });

    it('compresses an answer within its turn, so that no bodies wait for it', async () => {
      const long = define({
        ...common,
        path: '/long',
        response: shape.object({ text: shape.text() }),
        handle: () => ({ text: 'a'.repeat(10_000) }),
      });
      const made: unknown[] = [];
      const own = await run(
        bind([long], {
          log: silentLog,
          runInTurn: async (...[, , handle]) => {
            const answer = await handle();
            made.push(answer);
            return answer;
          },
        }),
      );
      try {
        const { body } = await own.ask('/api/v1/long', { 'Accept-Encoding': 'br' });
        expect(made).to.have.nested.property('[0].body.length', body.length);
        expect(body.length).to.be.below(1000);
      } finally {
        await own.close();
      }
    });

    it('responds to HEAD as to GET, without the body', async () => {
      for (const path of ['/api/v1/echo/1/a.json?size=5000', '/api/v1/tile.png']) {
        const head = await service.ask(path, { 'Accept-Encoding': 'br' }, 'HEAD');
        const got = await service.ask(path, { 'Accept-Encoding': 'br' });
        expect([head.status, head.body.length]).to.deep.equal([200, 0]);
        for (const header of ['content-length', 'etag', 'content-type', 'content-encoding']) {
          expect(head.headers[header], header).to.equal(got.headers[header]);
        }
      }
    });

    it('evaluates If-Modified-Since if the response has a date', async () => {
      expect((await service.ask('/api/v1/dated')).headers['last-modified']).to.equal(published);
      expect((await service.ask('/api/v1/dated', { 'If-Modified-Since': published })).status).to.equal(304);
    });

    it('responds to a preflight request', async () => {
      const preflight = { Origin: 'https://a.example', 'Access-Control-Request-Method': 'GET' };
      const { status, headers, body } = await service.ask('/api/v1/tile.png', preflight, 'OPTIONS');
      expect([status, body.length]).to.deep.equal([204, 0]);
      expect(headers).to.deep.include({
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET, HEAD, OPTIONS',
        'access-control-allow-headers':
          'X-API-Key, If-None-Match, If-Modified-Since, Last-Event-ID, Content-Type, X-Request-Id, User-Agent',
        'access-control-max-age': '86400',
      });
    });

    it('redirects a path with slashes at its end, and keeps query and method', async () => {
      for (const [asked, location] of [
        ['/api/v1/tile.png/', '/api/v1/tile.png'],
        ['/api/v1/tile.png///?a=1&b=%20/', '/api/v1/tile.png?a=1&b=%20/'],
        ['/api/v1/echo/1/a%2Fb.json/?size=x', '/api/v1/echo/1/a%2Fb.json?size=x'],
      ]) {
        for (const method of ['GET', 'POST']) {
          const { status, headers, body } = await service.ask(asked, { Origin: 'https://a.example' }, method);
          expect([status, headers.location, body.length], asked).to.deep.equal([308, location, 0]);
          expect(headers['access-control-allow-origin']).to.equal('*');
        }
        expect((await service.ask(asked, {}, 'OPTIONS')).status, asked).to.equal(204);
      }
      for (const unknown of ['/api/v1/none/', '/api/v1//evil.example/', '//evil.example/'])
        expect((await service.ask(unknown)).status, unknown).to.equal(404);
    });

    it('refuses other methods, and lists the allowed ones', async () => {
      for (const method of ['PUT', 'POST', 'DELETE', 'PATCH']) {
        const { status, headers, json } = await service.ask('/api/v1/tile.png', {}, method);
        expect([status, headers.allow, headers['cache-control']], method).to.deep.equal([
          405,
          'GET, HEAD, OPTIONS',
          'no-store',
        ]);
        expect(json().detail).to.be.a('string');
      }
    });

    it('sends a 422 with the error items and no-store', async () => {
      const { status, headers, json } = await service.ask('/api/v1/echo/11/a.json');
      expect([status, headers['cache-control'], headers['content-type']]).to.deep.equal([
        422,
        'no-store',
        'application/json',
      ]);
      expect(json()).to.deep.equal({
        detail: [
          {
            loc: ['path', 'n'],
            msg: 'Input should be less than or equal to 10',
            type: 'less_than_equal',
            input: '11',
            ctx: { le: 10 },
          },
        ],
      });
      expect(headers['access-control-allow-origin']).to.equal('*');
    });

    it('maps every kind of error to its status, without internal details', async () => {
      const expected: [string, number, unknown, Record<string, string>][] = [
        ['request', 404, 'No such frame', { 'cache-control': 'max-age=5' }],
        ['upstream', 503, 'Service temporarily unavailable', { 'retry-after': '8', 'cache-control': 'no-store' }],
        [
          'budget',
          503,
          new OverBudgetError('database', 'Too long').message,
          { 'retry-after': '30', 'cache-control': 'no-store' },
        ],
        ['data', 500, 'Internal server error', { 'cache-control': 'no-store' }],
        ['bug', 500, 'Internal server error', { 'cache-control': 'no-store' }],
      ];
      for (const [how, status, detail, headers] of expected) {
        const got = await service.ask(`/api/v1/fail/${how}`);
        expect([got.status, got.json()], how).to.deep.equal([status, { detail }]);
        expect(got.headers).to.deep.include(headers);
      }
      expect((await service.ask('/api/v1/reject')).json()).to.deep.equal({ detail: 'Internal server error' });
    });

    it('accepts a request id that can be logged, and replaces any other', async () => {
      const given = async (id: string) =>
        (await service.ask('/api/v1/tile.png', { 'X-Request-Id': id })).headers['x-request-id'];
      expect(await given('trace-1:a.b_C')).to.equal('trace-1:a.b_C');
      for (const bad of ['a b', '"}', 'x'.repeat(129), '<script>']) expect(await given(bad)).to.match(/^[\da-f-]{36}$/);
    });

    it('prefers fixed text to parameters', async () => {
      expect((await service.ask('/api/v1/echo/1/fixed.json')).body.toString()).to.equal('fixed');
    });

    it('serves the root with and without a slash, and other paths in one form of letters', async () => {
      for (const path of ['/api/v1', '/api/v1/', '/api/v1?x=1']) {
        expect((await service.ask(path)).status, path).to.equal(200);
      }
      for (const path of ['/api/v1/TILE.png', '/api/v1/nope', '/api/v2/tile.png', '/api/v1tile.png']) {
        expect((await service.ask(path)).status, path).to.equal(404);
      }
    });

    it('never responds with 5xx to any header', async () => {
      const names = [
        'If-None-Match',
        'If-Modified-Since',
        'Accept-Encoding',
        'X-Request-Id',
        'Origin',
        'Accept',
        'Range',
      ];
      const value = fc.oneof(
        fc.stringMatching(/^[!-~]([ -~]*[!-~])?$/),
        fc.constantFrom('*', 'W/"', '","', 'br;q=', 'br;q=1e9, gzip;q=-1', ';', 'bytes=5-2', '0', 'é'),
      );
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...names), value, async (header, text) => {
          const { status } = await service.ask('/api/v1/echo/1/a.json?size=2000', { [header]: text });
          expect(status, `${header}: ${text}`).to.be.oneOf([200, 304]);
        }),
        { numRuns: 200 },
      );
    });

    it('never responds with 5xx to any path or query', async () => {
      const piece = fc.oneof(
        fc.string({ unit: 'binary' }).map(encodeURIComponent),
        fc.stringMatching(/^[!-"$-~]*$/),
        fc.constantFrom('%00', '%80', '%', '..%2f', '%ff'),
      );
      await fc.assert(
        fc.asyncProperty(piece, piece, piece, async (n, label, size) => {
          const path = `/api/v1/echo/${n}/${label}.json?size=${size}`;
          const { status } = await service.ask(path);
          expect(status, path).to.be.oneOf([200, 400, 404, 422]);
        }),
        { numRuns: 300 },
      );
    });
  });
}

describe('http/bind-bare beside others', () => {
  it('closes the connection if a response cannot be written, and continues', async () => {
    const broken = define({
      ...common,
      path: '/broken',
      response: shape.object({}),
      handle: () => Promise.resolve(new Json({}, { 'X-Note': 'a\nb' })),
    });
    const service = await run(bindings.bare([broken, tile], { log: silentLog }));
    try {
      const error: unknown = await service.ask('/api/v1/broken').catch((reason: unknown) => reason);
      expect(error).to.include({ code: 'ECONNRESET' });
      expect((await service.ask('/api/v1/tile.png')).status).to.equal(200);
    } finally {
      await service.close();
    }
  });

  it('passes other paths on, reports its responses, and closes connections while draining', async () => {
    const seen: Observation[] = [];
    const lifecycle = createLifecycle();
    const service = await run(bindings.bare(all, { log: silentLog, lifecycle, observe: (it) => seen.push(it) }));
    try {
      expect((await service.ask('/elsewhere')).body.toString()).to.equal('not ours');
      expect((await service.ask('/api/v1/echo/99/a.json')).headers.connection).to.equal('keep-alive');
      lifecycle.drain();
      expect((await service.ask('/api/v1/tile.png')).headers.connection).to.equal('close');
      expect(seen.map(({ route, method, status }) => [route, method, status])).to.deep.equal([
        ['/api/v1/echo/{n}/{name}.json', 'GET', 422],
        ['/api/v1/tile.png', 'GET', 200],
      ]);
      expect(seen.every(({ ms }) => ms >= 0)).to.equal(true);
    } finally {
      await service.close();
    }
  });
});
