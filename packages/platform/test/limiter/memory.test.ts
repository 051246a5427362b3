import { assert, array, integer, property, tuple } from 'fast-check';
import { expect } from 'chai';
import { createMemoryLimiter } from '../../src/limiter/memory.ts';
import type { Verdict } from '../../src/limiter/port.ts';
import { limiterContract } from './contract.ts';

const minute = 60_000;

function startLimiter(options: { maxKeys?: number; maxBytes?: number } = {}) {
  let at = 0;
  const limiter = createMemoryLimiter({ ...options, now: () => at });
  const take = (key: string, limit: number) => limiter.take(key, limit) as Verdict;
  return { limiter, take, now: () => at, pass: (ms: number) => void (at += ms) };
}

describe('platform/limiter/memory', () => {
  describe('fulfils the contract', () => {
    let at = 0;
    const now = () => at;
    limiterContract({
      open: (windowMs) => createMemoryLimiter({ windowMs, now }),
      pass: async (ms) => void (at += ms),
      now,
    });
  });

  it('limits many keys at once, within the window and after it', () => {
    const { limiter, take, pass } = startLimiter();
    const keys = ['a', 'b', 'c', 'd', 'e'];
    const allowedOf = (rounds: number) => {
      const allowed = keys.map(() => 0);
      for (let round = 0; round < rounds; round++) {
        keys.forEach((key, i) => (allowed[i] += Number(take(key, 3).allowed)));
      }
      return allowed;
    };
    expect(allowedOf(10)).to.deep.equal([3, 3, 3, 3, 3]);
    pass(minute - 1);
    expect(allowedOf(2)).to.deep.equal([0, 0, 0, 0, 0]);
    pass(1);
    expect(allowedOf(10)).to.deep.equal([3, 3, 3, 3, 3]);
    expect(limiter.keys).to.be.at.most(2 * keys.length);
  });

  it('forgets keys that had no request for two windows', () => {
    const { limiter, take, pass } = startLimiter();
    for (let i = 0; i < 100; i++) take(`${i}`, 3);
    for (const key of ['x', 'y', 'z']) {
      pass(minute);
      take(key, 3);
    }
    expect(limiter.keys).to.be.at.most(3);
  });

  it('agrees with a list of all allowed requests', () =>
    assert(
      property(
        integer({ min: 1, max: 40 }),
        array(tuple(integer({ min: 0, max: 4000 }), integer({ min: 1, max: 30 })), { maxLength: 200 }),
        (limit, steps) => {
          const { take, pass, now } = startLimiter();
          let counted: number[] = [];
          for (const [ms, count] of steps) {
            pass(ms);
            for (let i = 0; i < count; i++) {
              counted = counted.filter((at) => at + minute > now());
              const allowed = counted.length < limit;
              if (allowed) counted.push(now());
              expect(take('a', limit)).to.deep.equal({
                allowed,
                remaining: limit - counted.length,
                freedInMs: counted[0] + minute - now(),
              });
            }
          }
        },
      ),
      { numRuns: 100 },
    ));

  it('frees a unit exactly a minute after it was taken', () => {
    const { take, pass } = startLimiter();
    take('a', 1);
    pass(minute - 1);
    expect(take('a', 1)).to.deep.equal({ allowed: false, remaining: 0, freedInMs: 1 });
    pass(1);
    expect(take('a', 1)).to.deep.equal({ allowed: true, remaining: 0, freedInMs: minute });
  });

  it('returns verdicts synchronously', () => {
    expect(createMemoryLimiter().take('a', 1)).to.not.be.instanceOf(Promise);
  });

  it('removes expired keys only', () => {
    const { limiter, take, pass } = startLimiter();
    for (let i = 0; i < 1000; i++) take(`early ${i}`, 300);
    pass(minute - 1);
    for (let i = 0; i < 500; i++) take(`late ${i}`, 300);
    pass(minute - 1);
    expect(take('late 0', 300).remaining).to.equal(298);
    expect(take('late 499', 300).remaining).to.equal(298);
    pass(1);
    for (let i = 0; i < 100; i++) take(`last ${i}`, 300);
    pass(minute);
    take('end', 300);
    expect(limiter.keys).to.equal(101);
  });

  it('limits the number of keys, and removes the least recently used', () => {
    const { limiter, take } = startLimiter({ maxKeys: 6 });
    for (const key of ['a', 'b', 'c', 'd', 'a', 'e', 'f']) take(key, 10);
    expect(limiter.keys).to.equal(4);
    expect(['a', 'd', 'e', 'f'].map((key) => take(key, 10).remaining)).to.deep.equal([7, 8, 8, 8]);
    expect(take('b', 10).remaining).to.equal(9);
    for (let i = 0; i < 1000; i++) {
      take(`many ${i}`, 10);
      expect(limiter.keys).to.be.at.most(6);
    }
  });

  it('limits its memory, with at most 32 KiB for a key of any limit', () => {
    const { limiter, take } = startLimiter({ maxBytes: 160_000 });
    const ask = (keys: string[], limit: number, times: number) => {
      for (const key of keys) for (let i = 0; i < times; i++) take(key, limit);
    };
    ask(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'], 1e9, 20_000);
    expect(limiter.keys).to.equal(8); // of this limit up to 244,141 requests share one moment
    ask(['i', 'j', 'k', 'l', 'm', 'n', 'o', 'p'], 8192, 9000);
    expect(limiter.keys).to.be.within(3, 5);
    expect(take('p', 8192).allowed).to.equal(false);
  });
});
