import { UpstreamError } from '@severe/base';
import { expect } from 'chai';
import { ByteCache } from '../src/byte-cache.ts';
import { CacheBudget } from '../src/cache-budget.ts';

const things = () => ({ name: 'things', budget: new CacheBudget(100), minimum: 1 });
const value = (bytes: number) => async () => ({ value: bytes, bytes });
const rejection = async (promise: Promise<unknown>): Promise<Error> => {
  try {
    await promise;
  } catch (error) {
    return error as Error;
  }
  throw new Error('expected a rejection');
};
function barrier(): { opened: Promise<void>; open: () => void } {
  let open = () => undefined as void;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

describe('ByteCache', () => {
  it('loads once for concurrent callers', async () => {
    const cache = new ByteCache<number>(things());
    let loads = 0;
    const load = async () => ({ value: ++loads, bytes: 10 });
    const values = await Promise.all(Array.from({ length: 50 }, () => cache.get('a', 10, load)));
    expect(new Set(values)).to.deep.equal(new Set([1]));
    expect(await cache.get('a', 10, load)).to.equal(1);
    expect(cache.counts()).to.include({ loads: 1, bytes: 10, entries: 1, pending: 0 });
  });

  it('evicts the least recently used value first', async () => {
    const removed: number[] = [];
    const cache = new ByteCache<number>({ ...things(), onRemove: (left) => removed.push(left) });
    for (const [key, bytes] of [['a', 41], ['b', 42]] as const) await cache.get(key, bytes, value(bytes)); // prettier-ignore
    cache.peek('a');
    await cache.get('c', 40, value(40));
    expect([cache.peek('a'), cache.peek('b'), cache.peek('c')]).to.deep.equal([41, undefined, 40]);
    expect(removed).to.deep.equal([42]);
    expect(cache.counts()).to.include({ evictions: 1, bytes: 81 });
  });

  it('never exceeds its bound, including values that are being loaded', async () => {
    const cache = new ByteCache<number>(things());
    const barred = barrier();
    let under = 0;
    let most = 0;
    const load = async () => {
      under += 30;
      most = Math.max(most, under, cache.counts().bytes);
      await barred.opened;
      under -= 30;
      return { value: 1, bytes: 30 };
    };
    const all = Promise.all(Array.from({ length: 20 }, (_, i) => cache.get(String(i), 30, load)));
    await new Promise(setImmediate);
    expect(under).to.equal(90); // three loads of 30 bytes
    barred.open();
    await all;
    expect(most).to.be.at.most(100);
    expect(cache.counts()).to.include({ bytes: 90, pending: 0, loads: 20 });
  });

  it('returns but does not cache a value larger than the bound', async () => {
    const cache = new ByteCache<number>(things());
    expect(await cache.get('a', 10, value(500))).to.equal(500);
    expect(cache.counts()).to.include({ bytes: 0, entries: 0 });
  });

  it('rejects before the load if the value cannot fit', async () => {
    const cache = new ByteCache<number>(things());
    const error = await rejection(cache.get('a', 101, value(101)));
    expect(error).to.be.instanceOf(UpstreamError);
    expect(error.message).to.equal('a needs 101 bytes, the cache for things has 100');
    expect(cache.counts().loads).to.equal(0);
  });

  it('rejects at once if too many keys are being loaded', async () => {
    const cache = new ByteCache<number>({ ...things(), maxPending: 2 });
    const barred = barrier();
    const load = () => barred.opened.then(() => ({ value: 1, bytes: 1 }));
    const first = [cache.get('a', 1, load), cache.get('b', 1, load)];
    const error = (await rejection(cache.get('c', 1, load))) as UpstreamError;
    expect(error.retryAfterSeconds).to.equal(1);
    const joined = cache.get('a', 1, load); // joins the running load
    barred.open();
    expect(await Promise.all([...first, joined])).to.deep.equal([1, 1, 1]);
  });

  it('stops waiting after the timeout and still caches the late value', async () => {
    const cache = new ByteCache<number>({ ...things(), waitMs: 20 });
    const barred = barrier();
    const load = () => barred.opened.then(() => ({ value: 7, bytes: 10 }));
    const error = await rejection(cache.get('a', 10, load));
    expect(error).to.be.instanceOf(UpstreamError);
    expect(cache.counts()).to.include({ bytes: 10, pending: 1 }); // its memory stays reserved
    barred.open();
    await new Promise((done) => setTimeout(done, 5));
    expect(cache.peek('a')).to.equal(7);
  });

  it('releases the memory of a load that never ends', async () => {
    const cache = new ByteCache<number>({ ...things(), loadTimeoutMs: 20 });
    const error = await rejection(cache.get('a', 90, () => new Promise(() => undefined)));
    expect(error).to.be.instanceOf(UpstreamError);
    expect(cache.counts()).to.include({ bytes: 0, pending: 0, failures: 1 });
    expect(await cache.get('b', 90, value(90))).to.equal(90);
  });

  it('does not cache a failure', async () => {
    const cache = new ByteCache<number>(things());
    const error = await rejection(cache.get('a', 10, () => Promise.reject(new Error('away'))));
    expect(error.message).to.equal('away');
    expect(await cache.get('a', 10, value(10))).to.equal(10);
    expect(cache.counts()).to.include({ failures: 1, bytes: 10 });
  });

  it('cancels a load that nobody waits for, and starts it again for a later caller', async () => {
    const cache = new ByteCache<number>(things());
    const seen: AbortSignal[] = [];
    const barred = barrier();
    const load = async (wanted: AbortSignal) => {
      seen.push(wanted);
      await barred.opened; // a step that cannot be cancelled
      wanted.throwIfAborted();
      return { value: 7, bytes: 10 };
    };
    const leaving = new AbortController();
    const left = rejection(cache.get('a', 10, load, leaving.signal));
    leaving.abort(new Error('gone'));
    const later = cache.get('a', 10, load, new AbortController().signal);
    barred.open();
    expect((await left).message).to.equal('gone');
    expect(await later).to.equal(7);
    expect(seen.map(({ aborted }) => aborted)).to.deep.equal([true, false]);
    expect(cache.counts()).to.include({ loads: 2, failures: 0, bytes: 10, pending: 0 });
  });

  it('does not start a load that is given up while it waits for memory', async () => {
    const cache = new ByteCache<number>(things());
    const barred = barrier();
    const first = cache.get('a', 90, async () => {
      await barred.opened;
      return { value: 1, bytes: 90 };
    });
    const leaving = new AbortController();
    const second = rejection(cache.get('b', 90, value(90), leaving.signal));
    leaving.abort(new Error('gone'));
    barred.open();
    expect((await second).message).to.equal('gone');
    expect(await first).to.equal(1);
    expect(cache.counts()).to.include({ loads: 1, bytes: 90, pending: 0 });
  });
});
