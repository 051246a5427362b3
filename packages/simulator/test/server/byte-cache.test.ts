import { expect } from 'chai';
import { ByteCache } from '../../src/server/byte-cache.ts';

describe('server/byte-cache', () => {
  it('makes each cached item once and evicts the least recently used', () => {
    const made: string[] = [];
    const cache = new ByteCache(100);
    const get = (key: string, size = 40) =>
      cache.get(key, () => {
        made.push(key);
        return new Uint8Array(size);
      });
    get('a');
    get('b');
    get('a'); // b is the oldest now
    get('c'); // 120 bytes: b goes
    get('a');
    get('b');
    expect(made).to.deep.equal(['a', 'b', 'c', 'b']);
  });

  it('returns an item larger than the cache without caching it', () => {
    let made = 0;
    const cache = new ByteCache(10);
    for (let i = 0; i < 2; i++) expect(cache.get('big', () => (made++, new Uint8Array(50)))).to.have.length(50);
    expect(made).to.equal(2);
  });
});
