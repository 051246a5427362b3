import { expect } from 'chai';
import { SharedTask } from '../src/shared-task.ts';

/** A task that ends when the test says so, and fails when it is abandoned. */
function start(): { task: SharedTask<string>; finish: () => void } {
  let finish = (): void => undefined;
  const task = new SharedTask<string>((wanted) => {
    return new Promise((resolve, reject) => {
      finish = () => resolve('done');
      wanted.addEventListener('abort', () => reject(wanted.reason as Error));
    });
  });
  return { task, finish };
}

describe('SharedTask', () => {
  it('goes on while one of its callers is there', async () => {
    const { task, finish } = start();
    const [first, second] = [new AbortController(), new AbortController()];
    const results = [task.join(first.signal), task.join(second.signal)];
    first.abort();
    expect(task.abandoned).to.equal(false);
    finish();
    expect(await Promise.all(results)).to.deep.equal(['done', 'done']);
    second.abort();
    expect(task.abandoned).to.equal(false); // it has ended before
  });

  it('is cancelled with the reason of the last caller that leaves', async () => {
    const { task } = start();
    const [first, second] = [new AbortController(), new AbortController()];
    const results = [task.join(first.signal), task.join(second.signal)];
    first.abort(new Error('first'));
    second.abort(new Error('second'));
    expect(task.abandoned).to.equal(true);
    for (const result of results) expect(await result.catch((error: Error) => error.message)).to.equal('second');
    await task.ended;
  });

  it('is cancelled for a caller that had left before, and never for a caller without a signal', async () => {
    const { task } = start();
    const result = task.join(AbortSignal.abort(new Error('left')));
    expect(await result.catch((error: Error) => error.message)).to.equal('left');
    const other = start();
    const [lasting, leaving] = [other.task.join(), other.task.join(AbortSignal.abort())];
    other.finish();
    expect(await Promise.all([lasting, leaving])).to.deep.equal(['done', 'done']);
  });
});
