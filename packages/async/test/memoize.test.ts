import { expect } from 'chai';
import { memoize } from '../src/memoize.ts';

describe('memoize', () => {
  it('calls every time if results have no lifetime', async () => {
    let calls = 0;
    const cached = memoize(0, async () => ++calls);
    expect([await cached(), await cached()]).to.deep.equal([1, 2]);
  });

  it('shares one call between concurrent callers and calls again when the result is too old', async () => {
    let calls = 0;
    const cached = memoize(5, () => Promise.resolve(++calls));
    expect(await Promise.all([cached(), cached(), cached()])).to.deep.equal([1, 1, 1]);
    expect(await cached()).to.equal(1);
    await new Promise((resolve) => setTimeout(resolve, 15));
    expect(await cached()).to.equal(2);
  });

  it('does not cache a failure', async () => {
    let calls = 0;
    const cached = memoize(1e6, () => (++calls === 1 ? Promise.reject(new Error('away')) : Promise.resolve(calls)));
    const [first, second] = await Promise.allSettled([cached(), cached()]);
    expect([first.status, second.status]).to.deep.equal(['rejected', 'rejected']);
    expect(await cached()).to.equal(2);
  });

  it('caches undefined', async () => {
    let calls = 0;
    const cached = memoize(1e6, async () => void calls++);
    await cached();
    expect(await cached()).to.equal(undefined);
    expect(calls).to.equal(1);
  });
});
