import { expect } from 'chai';
import { memoizeBytes } from '../src/memoize-bytes.ts';

describe('memoizeBytes', () => {
  it('evicts the least recently used bytes when the limit is exceeded', () => {
    const made: string[] = [];
    const cached = memoizeBytes(100);
    const get = (key: string) =>
      cached(key, () => {
        made.push(key);
        return new Uint8Array(40);
      });
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) get(key); // c evicts b
    expect(made).to.deep.equal(['a', 'b', 'c', 'b']);
  });

  it('returns bytes larger than the limit without caching them', () => {
    let made = 0;
    const cached = memoizeBytes(10);
    for (let i = 0; i < 2; i++) expect(cached('big', () => (made++, new Uint8Array(50)))).to.have.length(50);
    expect(made).to.equal(2);
  });

  it('caches empty byte arrays', () => {
    let made = 0;
    const cached = memoizeBytes(10);
    for (let i = 0; i < 2; i++) expect(cached('empty', () => (made++, new Uint8Array(0)))).to.have.length(0);
    expect(made).to.equal(1);
  });
});
