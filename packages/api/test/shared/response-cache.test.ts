import { expect } from 'chai';
import { CacheBudget } from '@severe/async';
import { UpstreamError } from '@severe/base';
import type { DataSet } from '@severe/db';
import { Reply } from '@severe/http';
import { until } from '@severe/testing/until';
import { createResponseCache } from '../../src/shared/response-cache.ts';

describe('api/response-cache', () => {
  let version: number;
  let made: number;
  beforeEach(() => {
    version = 1;
    made = 0;
  });
  const cached = () =>
    new Map<string, DataSet>([
      ['alerts', { name: 'alerts', version, changedAt: new Date(0), dataAt: null, pastSince: new Date(0) }],
    ]);
  const versions = { cached, current: async () => cached() };
  const source = (key: string, change: { seconds?: number; body?: string; wait?: number } = {}) => ({
    key,
    dataSets: ['alerts'],
    seconds: change.seconds ?? 60,
    async make() {
      made++;
      await new Promise((resolve) => setTimeout(resolve, change.wait ?? 1));
      return new Reply(200, {}, Buffer.from(change.body ?? `response ${made}`));
    },
  });

  it('creates one response for concurrent and later requests', async () => {
    const replyTo = createResponseCache(versions, new CacheBudget(1 << 20));
    const replies = await Promise.all([replyTo(source('a')), replyTo(source('a')), replyTo(source('b'))]);
    expect([replies[0] === replies[1], made]).to.deep.equal([true, 2]);
    expect(await replyTo(source('a'))).to.equal(replies[0]);
    expect(made).to.equal(2);
  });

  it('limits the cache time to a minute while a data set is empty', async () => {
    const replyTo = createResponseCache(versions, new CacheBudget(1 << 20));
    const cacheControlOf = async (key: string, dataSets: string[], seconds: number) =>
      (await replyTo({ ...source(key, { seconds }), dataSets })).headers['Cache-Control'];
    expect(await cacheControlOf('a', ['alerts'], 86_400)).to.equal(undefined); // the header of the endpoint applies
    expect(await cacheControlOf('b', ['alerts', 'places'], 86_400)).to.include('max-age=60,');
    expect(await cacheControlOf('c', ['places'], 5)).to.equal(undefined);
  });

  it('creates a new response after a change of the data and after the cache time', async () => {
    const replyTo = createResponseCache(versions, new CacheBudget(1 << 20));
    await replyTo(source('a'));
    version = 2;
    await replyTo(source('a'));
    expect(made).to.equal(2);
    await replyTo(source('b', { seconds: 0 }));
    await replyTo(source('b', { seconds: 0 }));
    expect(made).to.equal(4);
  });

  it('reports a reply as current until the data change, it expires, or the versions are unknown', async () => {
    let isKnown = true;
    const replyTo = createResponseCache(
      { ...versions, cached: () => (isKnown ? cached() : undefined) },
      new CacheBudget(1 << 20),
    );
    const { isCurrent } = await replyTo(source('a'));
    expect(isCurrent!()).to.equal(true);
    isKnown = false;
    expect(isCurrent!()).to.equal(false);
    isKnown = true;
    expect(isCurrent!()).to.equal(true);
    version = 2;
    expect(isCurrent!()).to.equal(false);
    const brief = await replyTo(source('b', { seconds: 0.5 }));
    expect(brief.isCurrent!()).to.equal(true);
    await until(() => !brief.isCurrent!());
  });

  it('creates a new response as soon as the reply itself is no longer true', async () => {
    const replyTo = createResponseCache(versions, new CacheBudget(1 << 20));
    let isTrue = true;
    const timed = { ...source('a'), make: async () => new Reply(200, {}, `response ${++made}`, () => isTrue) };
    const first = await replyTo(timed);
    expect([await replyTo(timed), first.isCurrent!()]).to.deep.equal([first, true]);
    isTrue = false;
    expect(first.isCurrent!()).to.equal(false);
    expect((await replyTo(timed)).body).to.equal('response 2');
  });

  it('reports a reply as current after other data sets have changed', async () => {
    let others = 1;
    const all = () => {
      const [[, alerts]] = cached();
      return new Map([
        ['alerts', alerts],
        ['reports', { ...alerts, name: 'reports', version: others }],
      ]);
    };
    const replyTo = createResponseCache({ cached: all, current: async () => all() }, new CacheBudget(1 << 20));
    const { isCurrent } = await replyTo(source('a'));
    expect(isCurrent!()).to.equal(true);
    others++;
    expect(isCurrent!()).to.equal(true);
    version++;
    expect([isCurrent!(), isCurrent!()]).to.deep.equal([false, false]);
  });

  it('does not share a pending response after the data have changed', async () => {
    const replyTo = createResponseCache(versions, new CacheBudget(1 << 20));
    const slow = replyTo(source('a', { wait: 50 }));
    await new Promise((resolve) => setTimeout(resolve, 10));
    version = 2;
    const fresh = await replyTo(source('a'));
    expect(fresh).to.not.equal(await slow);
    expect(made).to.equal(2);
  });

  it('does not cache a response that is already stale', async () => {
    const replyTo = createResponseCache(versions, new CacheBudget(1 << 20));
    const stale = {
      ...source('a'),
      make: async () => new Reply(200, { Age: '60' }, Buffer.from(`response ${++made}`)),
    };
    await replyTo(stale);
    expect(String((await replyTo(stale)).body)).to.equal('response 2');
  });

  it('applies the timeout of the source', async () => {
    const replyTo = createResponseCache(versions, new CacheBudget(1 << 20));
    const timedOut = await replyTo({ ...source('a', { wait: 40 }), timeoutMs: 5 }).catch((error: unknown) => error);
    expect(timedOut).to.be.instanceOf(UpstreamError);
    expect((await replyTo({ ...source('b', { wait: 40 }), timeoutMs: 30_000 })).status).to.equal(200);
  });

  it('limits the memory of the cache', async () => {
    const replyTo = createResponseCache(versions, new CacheBudget(1 << 20));
    for (let i = 0; i < 20; i++) await replyTo(source(`${i}`, { body: 'x'.repeat(8000) }));
    await replyTo(source('19'));
    expect(made).to.equal(20);
    await replyTo(source('0'));
    expect(made).to.equal(21);
  });

  it('serves the cached response on an upstream error only, and does not cache errors', async () => {
    const replyTo = createResponseCache(versions, new CacheBudget(1 << 20));
    const failing = (error: Error) => ({ ...source('a'), make: () => Promise.reject(error) });
    await replyTo(source('a', { seconds: 0 }));
    version = 2;
    expect((await replyTo(failing(new UpstreamError('database', 'unavailable')))).headers.Age).to.equal('0');
    const thrown = await replyTo(failing(new RangeError('internal'))).catch((error: unknown) => error);
    expect(thrown).to.be.instanceOf(RangeError);
    expect((await replyTo(source('a'))).headers).to.not.have.property('Age');
  });

  it('cancels a response when all of its callers have left, and creates it again for a later one', async () => {
    const replyTo = createResponseCache(versions, new CacheBudget(1 << 20));
    const [first, second] = [new AbortController(), new AbortController()];
    const seen: AbortSignal[] = [];
    const ask = (caller: AbortSignal) =>
      replyTo({
        ...source('a'),
        caller,
        make(_, wanted) {
          seen.push(wanted);
          if (seen.length > 1) return Promise.resolve(new Reply(200, {}, 'made'));
          return new Promise((__, reject) => wanted.addEventListener('abort', () => reject(wanted.reason as Error)));
        },
      }).catch((error: Error) => error.message);
    const left = [ask(first.signal), ask(second.signal)];
    await new Promise(setImmediate);
    first.abort(new Error('gone'));
    expect(seen.map(({ aborted }) => aborted)).to.deep.equal([false]);
    second.abort(new Error('gone'));
    const later = ask(new AbortController().signal);
    expect(await Promise.all(left)).to.deep.equal(['gone', 'gone']);
    expect(await later).to.include({ body: 'made' });
    expect(seen.map(({ aborted }) => aborted)).to.deep.equal([true, false]);
  });
});
