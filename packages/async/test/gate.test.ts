import { expect } from 'chai';
import { createGate } from '../src/gate.ts';

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('createGate', () => {
  it('runs no more tasks than there are places, in order, and continues after failures', async () => {
    const gate = createGate(2);
    const started: string[] = [];
    let running = 0;
    let most = 0;
    const task = (name: string) =>
      gate.run(async () => {
        most = Math.max(most, ++running);
        started.push(name);
        await turn();
        running--;
        if (name === 'b') throw new Error('b fails');
        return name;
      });
    const outcomes = await Promise.allSettled(['a', 'b', 'c', 'd', 'e'].map(task));
    expect(outcomes.map((outcome) => ('value' in outcome ? outcome.value : 'failed'))).to.deep.equal([
      'a',
      'failed',
      'c',
      'd',
      'e',
    ]);
    expect([most, running]).to.deep.equal([2, 0]);
    expect(started).to.deep.equal(['a', 'b', 'c', 'd', 'e']);
  });

  it('is idle when no task runs or waits', async () => {
    const gate = createGate(2);
    await gate.idle();
    let ended = 0;
    const all = Promise.allSettled(
      Array.from({ length: 5 }, (_, i) =>
        gate.run(async () => {
          await turn();
          ended++;
          if (i === 2) throw new Error('fails');
        }),
      ),
    );
    await gate.idle();
    expect(ended).to.equal(5);
    await all;
  });

  it('does not start a task whose caller has left', async () => {
    const gate = createGate(1);
    const started: string[] = [];
    const leaving = new AbortController();
    const task = (name: string) => async () => void started.push(name);
    const all = Promise.allSettled([
      gate.run(task('first')),
      gate.run(task('left'), leaving.signal),
      gate.run(task('last'), new AbortController().signal),
    ]);
    leaving.abort();
    expect((await all).map(({ status }) => status)).to.deep.equal(['fulfilled', 'rejected', 'fulfilled']);
    expect(started).to.deep.equal(['first', 'last']);
  });
});
