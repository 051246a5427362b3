import { expect } from 'chai';
import { repeatable } from '../src/repeatable.ts';

describe('webhooks/repeatable', () => {
  const never = new AbortController().signal;

  it('shares a run, and repeats it for calls that come meanwhile', async () => {
    let runs = 0;
    const run = repeatable(async () => void runs++, 0, never);
    await Promise.all([run(), run(), run()]);
    expect(runs).to.equal(2);
  });

  it('loses no call, at whatever moment it comes', async () => {
    for (let turns = 0; turns < 20; turns++) {
      let [work, done] = [1, 0];
      const run = repeatable(
        async () => {
          const found = work;
          await Promise.resolve();
          done = found;
        },
        0,
        never,
      );
      const first = run();
      for (let turn = 0; turn < turns; turn++) await Promise.resolve();
      work = 2;
      await run();
      expect(done, `a call after ${turns} turns`).to.equal(2);
      await first;
    }
  });

  it('runs again after a failure', async () => {
    let runs = 0;
    const run = repeatable(
      async () => {
        if (++runs === 1) throw new Error('away');
      },
      0,
      never,
    );
    await run().then(
      () => expect.fail('the failure was hidden'),
      () => undefined,
    );
    await run();
    expect(runs).to.equal(2);
  });
});
