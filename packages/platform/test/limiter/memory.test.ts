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
  describe('keeps the contract', () => {
    let at = 0;
    const now = () => at;
    limiterContract({
      open: (windowMs) => createMemoryLimiter({ windowMs, now }),
      pass: async (ms) => void (at += ms),
      now,
    });
  });

  it('says the same as a list of everything that was allowed', () =>
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

  it('gives verdicts at once', () => {
    expect(createMemoryLimiter().take('a', 1)).to.not.be.instanceOf(Promise);
  });

  it('lets go of keys of which nothing counts any more', () => {
    const { limiter, take, pass } = startLimiter();
    for (let i = 0; i < 1000; i++) take(`early ${i}`, 300);
    pass(minute);
    for (let i = 0; i < 500; i++) take(`late ${i}`, 300);
    expect(limiter.keys).to.equal(500);
  });

  it('holds no more keys than it may: the one asked for longest ago begins anew', () => {
    const { limiter, take } = startLimiter({ maxKeys: 3 });
    for (const key of ['a', 'b', 'c', 'a', 'd']) take(key, 10);
    expect(limiter.keys).to.equal(3);
    expect(['a', 'c', 'd'].map((key) => take(key, 10).remaining)).to.deep.equal([7, 8, 8]);
    expect(take('b', 10).remaining).to.equal(9);
  });

  it('holds no more bytes than it may, and one busy key costs 32 KiB however high its limit', () => {
    const { limiter, take } = startLimiter({ maxBytes: 100_000 });
    for (const key of ['a', 'b', 'c', 'd']) {
      for (let i = 0; i < 20_000; i++) take(key, 1e9);
    }
    expect(limiter.keys).to.equal(4); // of up to 244,141 requests, all share one moment
    for (const key of ['e', 'f', 'g', 'h']) {
      for (let i = 0; i < 5_000; i++) take(key, 4096);
    }
    expect(limiter.keys).to.equal(3);
    expect(take('h', 4096).allowed).to.equal(false);
  });
});
