import { expect } from 'chai';
import { createMemoryCache } from '../../src/cache/memory.ts';
import { cacheContract } from './contract.ts';

describe('platform/cache/memory', () => {
  describe('keeps the contract', () => cacheContract(async () => createMemoryCache()));

  it('holds no more than it may, and lets go what was used longest ago', async () => {
    const cache = createMemoryCache({ maxEntries: 3 });
    for (const key of ['a', 'b', 'c']) await cache.set(key, key, 60);
    await cache.get('a');
    await cache.set('d', 'd', 60);
    const found = await Promise.all(['a', 'b', 'c', 'd'].map((key) => cache.get(key)));
    expect(found).to.deep.equal(['a', undefined, 'c', 'd']);
  });

  it('ends an entry exactly at its time', async () => {
    let now = 0;
    const cache = createMemoryCache({ now: () => now });
    await cache.set('x', 'x', 1);
    now = 999;
    expect(await cache.get('x')).to.equal('x');
    now = 1000;
    expect(await cache.get('x')).to.equal(undefined);
  });
});
