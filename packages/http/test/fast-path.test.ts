import { gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { CacheBudget } from '@severe/async';
import { silentLog } from '@severe/base';
import {
  apiPrefix,
  bindBare,
  createLifecycle,
  createFastPath,
  endpoints,
  integer,
  ratePolicy,
  Reply,
  type Observation,
  type Quota,
  type RateLimit,
} from '@severe/http';
import { run, type Running } from '@severe/testing/serve';

describe('http/fast-path', () => {
  const lifecycle = createLifecycle();
  const seen: Observation[] = [];
  let asked: number;
  let isCurrent: boolean;
  let allowed: boolean;
  let later: boolean;
  let service: Running;

  let counted = 0;
  const quota = (): Quota => ({
    policy: ratePolicy('anonymous', 300),
    allowed,
    remaining: 7,
    freedInMs: 1000,
  });
  const limit: RateLimit = () => {
    counted++;
    return later ? Promise.resolve(quota()) : quota();
  };
  const body = Buffer.from(JSON.stringify({ text: 'wind '.repeat(500) }));
  const lasting = endpoints<object>()({
    path: '/lasting',
    summary: 'An answer that isCurrent.',
    tag: 'Test',
    query: { limit: integer({ min: 1, max: 9, default: 5 }) },
    response: { media: 'application/json', about: 'A text.' },
    cache: { seconds: 5 },
    handle() {
      asked++;
      const headers = { 'Content-Type': 'application/json', 'Last-Modified': 'Wed, 20 May 2026 22:18:00 GMT' };
      return new Reply(200, headers, body, () => isCurrent);
    },
  });

  before(async () => {
    const fastPath = createFastPath({
      log: silentLog,
      prefix: apiPrefix,
      lifecycle,
      limit,
      observe: (one) => seen.push(one),
      budget: new CacheBudget(1 << 20),
    });
    const long = bindBare([lasting], () => ({}), {
      log: silentLog,
      limit,
      lifecycle,
      cacheResponse: fastPath.cacheResponse,
    });
    service = await run((request, response) => void (fastPath.handle(request, response) || long(request, response)));
  });
  beforeEach(() => {
    [asked, isCurrent, allowed, later] = [0, true, true, false];
    seen.length = counted = 0;
  });
  after(() => service.close());

  let times = 0;
  /** A path that no test has asked for. */
  const fresh = () => `${apiPrefix}/lasting?unused=${times++}`;
  const own = ['date', 'x-request-id', 'x-ratelimit-reset'];
  const common = (headers: object) =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => !own.includes(name)));

  for (const coding of ['identity', 'gzip', 'br']) {
    it(`sends the same status, headers and bytes as the slow path without calling the handler (${coding})`, async () => {
      const path = fresh();
      const first = await service.ask(path, { 'accept-encoding': coding });
      const again = await service.ask(path, { 'accept-encoding': coding, 'x-request-id': 'mine' });
      expect([asked, again.status]).to.deep.equal([1, 200]);
      expect(common(again.headers)).to.deep.equal(common(first.headers));
      expect(again.body.equals(first.body)).to.equal(true);
      expect(again.headers['x-request-id']).to.equal('mine');
      expect(first.headers['x-request-id']).to.match(/^[\da-f-]{36}$/);
    });
  }

  it('caches each content coding of a response separately', async () => {
    const path = fresh();
    const plain = await service.ask(path);
    const coded = await service.ask(path, { 'accept-encoding': 'gzip' });
    expect(gunzipSync(coded.body).equals(plain.body)).to.equal(true);
    expect(coded.headers.etag).to.not.equal(plain.headers.etag);
    expect((await service.ask(path)).headers['content-encoding']).to.equal(undefined);
  });

  it('requests again when the response has expired', async () => {
    const path = fresh();
    await service.ask(path);
    isCurrent = false;
    await service.ask(path);
    expect(asked).to.equal(2);
  });

  it('sends a 304 for the ETag of the response, with the headers of the slow path', async () => {
    const path = fresh();
    const { headers } = await service.ask(path);
    const conditional = { 'if-none-match': headers.etag! };
    const short = await service.ask(path, conditional);
    isCurrent = false;
    const long = await service.ask(path, conditional);
    expect([asked, short.status, long.status, short.body.length]).to.deep.equal([2, 304, 304, 0]);
    expect(common(short.headers)).to.deep.equal(common(long.headers));
  });

  it('serves a cached 304 to clients with the ETag; others take the slow path', async () => {
    const etag = (await service.ask(fresh())).headers.etag!;
    const [path, conditional] = [fresh(), { 'if-none-match': etag }];
    const first = await service.ask(path, conditional);
    const again = await service.ask(path, conditional);
    expect([asked, first.status, again.status]).to.deep.equal([2, 304, 304]);
    expect(common(again.headers)).to.deep.equal(common(first.headers));
    expect((await service.ask(path)).body.equals(body)).to.equal(true);
    expect(asked).to.equal(3);
    // a cached 200 stays when a conditional request takes the slow path
    expect((await service.ask(path, { 'if-none-match': `"x", ${etag}` })).status).to.equal(304);
    expect((await service.ask(path)).status).to.equal(200);
    expect(asked).to.equal(4);
  });

  it('passes lists of ETags, dates, other methods and longer targets to the slow path', async () => {
    const path = fresh();
    const { headers } = await service.ask(path);
    expect((await service.ask(path, { 'if-none-match': `"x", ${headers.etag}` })).status).to.equal(304);
    expect((await service.ask(path, { 'if-modified-since': headers['last-modified']! })).status).to.equal(304);
    expect((await service.ask(path, {}, 'HEAD')).headers['content-length']).to.equal(headers['content-length']);
    expect((await service.ask(path, {}, 'POST')).status).to.equal(405);
    expect((await service.ask(path, {}, 'OPTIONS')).status).to.equal(204);
    expect(asked).to.equal(4);
    const long = `${path}&more=${'x'.repeat(4000)}`;
    await service.ask(long);
    await service.ask(long);
    expect(asked).to.equal(6);
  });

  it('counts each request against the limit, at once or later, and refuses beyond it', async () => {
    const path = fresh();
    await service.ask(path);
    for (later of [false, true]) {
      allowed = true;
      expect((await service.ask(path)).headers['x-ratelimit-remaining']).to.equal('7');
      allowed = false;
      const { status, headers, json } = await service.ask(path);
      expect([status, json()]).to.deep.equal([429, { detail: 'Rate limit exceeded: 300 requests per minute' }]);
      expect(headers).to.include({ 'retry-after': '1', 'cache-control': 'no-store', 'x-ratelimit-limit': '300' });
    }
    expect(asked).to.equal(1);
  });

  it('counts each response under the name of its route', async () => {
    const path = fresh();
    await service.ask(path);
    await service.ask(path);
    const [{ ms, ...rest }] = seen; // the slow path of this test reports none
    expect(rest).to.deep.equal({ route: `${apiPrefix}/lasting`, method: 'GET', status: 200 });
    expect(ms).to.be.within(0, 1000);
  });

  it('counts a request as the slow path does', async () => {
    const path = `${fresh()}&limit=9`;
    await service.ask(path);
    await service.ask(path);
    expect([asked, counted]).to.deep.equal([1, 2]);
  });

  it('holds at most its limit of bytes', async () => {
    const fastPath = createFastPath({ log: silentLog, budget: new CacheBudget(1 << 20) });
    let given = 0;
    const handler = { writeHead: () => ({ end: () => given++ }) };
    const answer = {
      status: 200,
      route: '/',
      countedAs: 'request',
      headers: [],
      etag: '"x"',
      isCurrent: () => true,
    } as const;
    const asks = (i: number) =>
      fastPath.handle({ method: 'GET', url: `/${i}`, headers: {}, socket: {} } as never, handler as never);
    for (let i = 0; i < 20; i++)
      fastPath.cacheResponse(`/${i}`, {}, { ...answer, headers: [], body: Buffer.alloc(8000) });
    expect([asks(0), asks(19), given]).to.deep.equal([false, true, 1]);
    fastPath.cacheResponse('/large', {}, { ...answer, headers: [], body: Buffer.alloc(32 << 10) });
    expect(asks(19)).to.equal(true);
  });

  it('passes everything to the slow path while the process drains', async () => {
    const path = fresh();
    await service.ask(path);
    lifecycle.drain();
    expect((await service.ask(path)).headers.connection).to.equal('close');
    expect(asked).to.equal(2);
  });
});
