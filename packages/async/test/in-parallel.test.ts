import { expect } from 'chai';
import { inParallel } from '../src/in-parallel.ts';

describe('inParallel', () => {
  it('runs at most `width` tasks and keeps the order', async () => {
    let running = 0;
    let most = 0;
    const results = await inParallel([5, 1, 3, 0], 2, async (item) => {
      most = Math.max(most, ++running);
      await new Promise((done) => setTimeout(done, item));
      running--;
      return item * 2;
    });
    expect(results).to.deep.equal([10, 2, 6, 0]);
    expect(most).to.equal(2);
  });

  it('starts no task after a failure and throws when the running tasks have ended', async () => {
    const done: number[] = [];
    const work = inParallel([1, 2, 3, 4], 2, async (item) => {
      if (item === 1) throw new Error('first');
      await new Promise((resolve) => setTimeout(resolve, 5));
      done.push(item);
    });
    await work.then(
      () => expect.fail('expected a failure'),
      (error: unknown) => expect((error as Error).message).to.equal('first'),
    );
    expect(done).to.deep.equal([2]);
  });
});
