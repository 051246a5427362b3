import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { requireTool } from '@severe/testing/tools';
import { startEdge, type Edge } from '../../scripts/support/edge.ts';
import { sender, type Got } from '../hostile/requests/send.ts';
import { makeReplica, responding, type Replica } from './replica.ts';

const path = '/api/v1/alerts?limit=5';
const fresh = { 'Cache-Control': 'public, max-age=60, stale-while-revalidate=60, stale-if-error=300' };
const quota = { 'X-RateLimit-Limit': '60', 'X-RateLimit-Remaining': '59', 'X-RateLimit-Reset': '1', RateLimit: '"a"', 'RateLimit-Policy': '"a"' }; // prettier-ignore

/** After which `max-age=1` is over: nginx counts whole seconds, and the last one as well. */
const overMs = 2_100;

/** JSON and pages. `edge.test.ts` is about tiles. */
describe('documents in the cache of the edge', function () {
  this.timeout(60_000);
  let origin: Replica;
  let edge: Edge;
  let client: ReturnType<typeof sender>;
  let made = 0;

  before(async function () {
    requireTool(this, 'nginx', 'nginx-light');
    origin = await makeReplica();
  });
  beforeEach(async () => {
    origin.answer = responding(200); // to the first request of the edge
    await origin.open();
    edge = await startEdge(origin.address);
    client = sender(edge.url);
    origin.received.length = 0;
    answer(fresh);
  });
  afterEach(async () => {
    client.close();
    await edge.close();
    await origin.close();
  });

  /** Lets the origin respond with these headers and a new number each time. */
  function answer(headers: Record<string, string | string[]>): void {
    origin.answer = (request, response) =>
      responding(200, { ...headers, ...quota, 'X-Request-Id': 'of-origin' }, String(++made))(request, response);
  }
  const ask = (headers: Record<string, string> = {}, target = path, method = 'GET'): Promise<Got> =>
    client.send({ method, target, headers });
  const stateOf = async (...args: Parameters<typeof ask>): Promise<string> => {
    const { status, headers } = await ask(...args);
    return [status, headers['x-cache'] ?? 'none'].join(' ');
  };

  it('are as fresh as the service says', async () => {
    answer({ 'Cache-Control': 'public, max-age=2' });
    const first = await ask();
    await pause(1_000);
    const second = await ask();
    expect(second.headers).to.include({ 'x-cache': 'HIT', 'cache-control': 'public, max-age=2' });
    expect(String(second.body)).to.equal(String(first.body));
    expect(second.headers.date, 'the time of the service').to.equal(first.headers.date);
    await pause(overMs);
    const third = await ask();
    expect(third.headers['x-cache']).to.equal('EXPIRED');
    expect(String(third.body)).to.not.equal(String(first.body));
  });

  it('are served while a new one is made, if the service says so', async () => {
    answer({ 'Cache-Control': 'public, max-age=1, stale-while-revalidate=60' });
    await ask();
    await pause(overMs);
    expect(await stateOf()).to.equal('200 STALE');
  });

  for (const [fault, failing] of [
    ['is gone', () => origin.close()],
    ['cannot reach its stores', () => void (origin.answer = responding(503))],
  ] as const) {
    for (const [kind, target] of [
      ['are', path],
      ['and tiles are', '/api/v1/radar/tiles/vil/2/1/1.png'],
    ]) {
      it(`${kind} served for as long as the service allows when it ${fault}`, async () => {
        answer({ 'Cache-Control': 'public, max-age=1, stale-if-error=3' });
        const { body } = await ask({}, target);
        await pause(overMs);
        await failing();
        for (const headers of [{}, { 'Cache-Control': 'no-cache' }]) {
          const stale = await ask(headers as Record<string, string>, target);
          expect([stale.status, stale.headers['x-cache'], String(stale.body)]).to.deep.equal([
            200,
            'STALE',
            String(body),
          ]);
        }
        await pause(3_000);
        const { status, headers } = await ask({}, target);
        expect([status, headers['retry-after'], headers['cache-control']]).to.deep.equal([503, '5', 'no-store']);
      });
    }
  }

  it('are neither kept nor read for somebody who is known', async () => {
    for (const [name, value] of Object.entries({ 'X-API-Key': 'a', Authorization: 'Bearer a', Cookie: 'session=a' }))
      expect(await stateOf({ [name]: value })).to.equal('200 none');
    expect(edge.cachedKeys()).to.deep.equal([]);
    expect(await stateOf()).to.equal('200 MISS');
    expect(await stateOf({ 'X-API-Key': 'a' })).to.equal('200 none');
    expect(await stateOf()).to.equal('200 HIT');
  });

  it('are not kept if the service forbids it, sets a cookie, or serves its own past', async () => {
    for (const headers of [
      { 'Cache-Control': 'no-store' },
      { 'Cache-Control': 'private, max-age=60' },
      { 'Cache-Control': 'no-cache' },
      { ...fresh, 'Set-Cookie': 'a=b' },
      { ...fresh, Age: '200' },
      {},
    ]) {
      answer(headers as Record<string, string>);
      expect([await stateOf(), await stateOf()], JSON.stringify(headers)).to.deep.equal(['200 MISS', '200 MISS']);
    }
    expect(edge.cachedKeys()).to.deep.equal([]);
  });

  it('are apart for each host, whose links they have, and for each spelling', async () => {
    for (const headers of [{ Host: 'a.test' }, { Host: 'b.test' }]) expect(await stateOf(headers)).to.equal('200 MISS');
    expect(await stateOf({ Host: 'a.test' })).to.equal('200 HIT');
    const tileJson = '/api/v1/radar/tiles/vil.json';
    for (const headers of [{ Host: 'a.test' }, { Host: 'b.test' }])
      expect(await stateOf(headers, tileJson)).to.equal('200 MISS');
    for (const target of ['/api/v1/alerts?limit=%35', '/api/v1//alerts?limit=5', '/api/v1/alerts?limit=5&x'])
      expect(await stateOf({ Host: 'a.test' }, target), target).to.equal('200 MISS');
  });

  it('are apart for each coding', async () => {
    answer({ ...fresh, Vary: 'Accept-Encoding' });
    expect(await stateOf({ 'Accept-Encoding': 'gzip' })).to.equal('200 MISS');
    expect(await stateOf({ 'Accept-Encoding': 'br' })).to.equal('200 MISS');
    expect(await stateOf({ 'Accept-Encoding': 'br' })).to.equal('200 HIT');
  });

  it('are made anew for a page that asks for news, and for all others then', async () => {
    await ask();
    const { headers, body } = await ask({ 'Cache-Control': 'no-cache' });
    expect(headers['x-cache']).to.equal('BYPASS');
    const next = await ask();
    expect([next.headers['x-cache'], String(next.body)]).to.deep.equal(['HIT', String(body)]);
  });

  it('come with the quota of the client that they were made for alone', async () => {
    const names = Object.keys(quota).map((name) => name.toLowerCase());
    const first = await ask({ 'X-Request-Id': 'mine.1' });
    expect(first.headers).to.include.keys(names);
    expect(first.headers['x-request-id']).to.equal('mine.1');
    const second = await ask({ 'X-Request-Id': 'mine.2' });
    expect(second.headers['x-cache']).to.equal('HIT');
    expect(second.headers).to.not.have.any.keys(...names);
    expect(second.headers['x-request-id']).to.equal('mine.2');
    expect((await ask({}, '/api/v1/auth/login', 'POST')).headers).to.include.keys(names);
  });

  it('come in parts from the service, and whole from the cache', async () => {
    origin.answer = ({ headers: { range } }, response) =>
      responding(range ? 206 : 200, { ...fresh, 'Accept-Ranges': 'bytes' }, range ?? 'whole')(undefined!, response);
    expect(await stateOf()).to.equal('200 MISS');
    const { status, headers, body } = await ask({ Range: 'bytes=0-1' });
    expect([status, headers['x-cache'], String(body)]).to.deep.equal([206, undefined, 'bytes=0-1']);
  });

  it('are made once for equal requests', async () => {
    origin.answer = (request, response) =>
      void setTimeout(() => responding(200, fresh, String(++made))(request, response), 50);
    const all = await Promise.all(Array.from({ length: 20 }, () => ask()));
    expect(new Set(all.map(({ status, body }) => `${status} ${String(body)}`)).size).to.equal(1);
    expect(origin.received).to.have.length(1);
  });

  it('are no answer to what changes something', async () => {
    await ask();
    expect(await stateOf({}, path, 'POST')).to.equal('200 none');
    expect(await stateOf({}, path, 'HEAD')).to.equal('200 HIT');
    expect(origin.received).to.deep.equal([`GET ${path}`, `POST ${path}`]);
  });
});
