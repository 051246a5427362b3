import type { Cache } from '@severe/platform';
import { expect } from 'chai';
import { rejection, until } from '../support/wait.ts';

/** What every cache must do. */
export function cacheContract(open: (test: Mocha.Context) => Promise<Cache>): void {
  let cache: Cache;
  before(async function () {
    cache = await open(this);
  });

  it('gives back what was set, and undefined for the rest', async () => {
    await cache.set('text', 'é\n"', 60);
    await cache.set('empty', '', 60);
    expect(await cache.get('text')).to.equal('é\n"');
    expect(await cache.get('empty')).to.equal('');
    expect(await cache.get('never')).to.equal(undefined);
    await cache.set('text', 'second', 60);
    expect(await cache.get('text')).to.equal('second');
  });

  it('forgets when the time is over', async () => {
    await cache.set('short', 'x', 0.05);
    await cache.set('long', 'x', 60);
    await until(async () => (await cache.get('short')) === undefined);
    expect(await cache.get('long')).to.equal('x');
  });

  it('counts from one, alone for each key', async () => {
    expect([
      await cache.increment('a', 60),
      await cache.increment('a', 60),
      await cache.increment('b', 60),
    ]).to.deep.equal([1, 2, 1]);
    expect(await cache.get('a')).to.equal('2');
  });

  it('loses no increment of many at once', async () => {
    const counts = await Promise.all(Array.from({ length: 100 }, () => cache.increment('many', 60)));
    expect(counts.sort((a, b) => a - b)).to.deep.equal(Array.from({ length: 100 }, (_, i) => i + 1));
  });

  it('lets the first increment start the time, and no later one extend it', async () => {
    const startedAt = performance.now();
    await cache.increment('window', 0.3);
    // Were the time extended each time, the count would never begin again.
    await until(async () => (await cache.increment('window', 0.3)) === 1);
    expect(performance.now() - startedAt).to.be.greaterThan(290);
  });

  it('counts on from a number that was set, and refuses what is none', async () => {
    await cache.set('number', '41', 60);
    expect(await cache.increment('number', 60)).to.equal(42);
    await cache.set('word', 'x', 60);
    expect(await rejection(cache.increment('word', 60))).to.be.instanceOf(Error);
    expect(await cache.get('word')).to.equal('x');
  });

  it('refuses a time to live that is none', async () => {
    for (const ttl of [0, -1, Number.NaN, Infinity]) {
      expect(await rejection(cache.set('x', 'x', ttl))).to.be.instanceOf(TypeError);
      expect(await rejection(cache.increment('x', ttl))).to.be.instanceOf(TypeError);
    }
  });

  it('answers a ping', () => cache.ping());
}
