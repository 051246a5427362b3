import { expect } from 'chai';
import { startDeadline } from '@severe/async';

describe('async/deadline', () => {
  const reasonOf = (signal: AbortSignal): Promise<Error> =>
    new Promise((resolve) => signal.addEventListener('abort', () => resolve(signal.reason as Error)));

  it('aborts after its time', async () => {
    const { signal } = startDeadline(5, new AbortController().signal);
    expect(await reasonOf(signal)).to.include({ name: 'TimeoutError', message: 'no end within 5 ms' });
  });

  it('aborts with the outer signal, also with one that has aborted before', () => {
    const outer = new AbortController();
    const deadline = startDeadline(60_000, outer.signal);
    outer.abort(new Error('stopping'));
    const late = startDeadline(60_000, outer.signal);
    expect([deadline, late].map(({ signal }) => String(signal.reason))).to.deep.equal(Array(2).fill('Error: stopping'));
    for (const each of [deadline, late]) each.clear();
  });

  it('does not abort once it is cleared', async () => {
    const outer = new AbortController();
    const deadline = startDeadline(1, outer.signal);
    deadline.clear();
    await new Promise((resolve) => setTimeout(resolve, 3));
    outer.abort();
    expect(deadline.signal.aborted).to.equal(false);
  });
});
