import { expect } from 'chai';
import { memo } from '../../src/shared/memo.ts';

describe('api/shared/memo', () => {
  it('loads once for all who ask together, and again when the value is old', async () => {
    let loads = 0;
    const ask = memo(5, () => Promise.resolve(++loads));
    expect(await Promise.all([ask(), ask(), ask()])).to.deep.equal([1, 1, 1]);
    expect(await ask()).to.equal(1);
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(await ask()).to.equal(2);
  });

  it('does not remember a failure', async () => {
    let loads = 0;
    const ask = memo(1e6, () => (++loads === 1 ? Promise.reject(new Error('away')) : Promise.resolve(loads)));
    const [first, second] = await Promise.allSettled([ask(), ask()]);
    expect([first.status, second.status]).to.deep.equal(['rejected', 'rejected']);
    expect(await ask()).to.equal(2);
  });
});
