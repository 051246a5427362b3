import { expect } from 'chai';
import { withTimeout } from '../src/with-timeout.ts';

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

describe('withTimeout', () => {
  it('returns the result of the promise', async () => {
    expect(await withTimeout(1000, Promise.resolve(7))).to.equal(7);
  });

  it('fails as the promise fails', async () => {
    const error = await withTimeout(1000, Promise.reject(new Error('gone'))).catch((caught: unknown) => caught);
    expect(error).to.have.property('message', 'gone');
  });

  it('fails with the given error after the time', async () => {
    const late = await withTimeout(5, new Promise(() => undefined), () => new Error('late')).catch((error) => error);
    expect(late).to.have.property('message', 'late');
    const unnamed = await withTimeout(5, new Promise(() => undefined)).catch((error) => error);
    expect(unnamed).to.have.property('message', 'no result within 5 ms');
  });

  it('ignores a failure after the timeout', async () => {
    const slow = pause(15).then(() => Promise.reject(new Error('too late to matter')));
    await withTimeout(5, slow).catch(() => undefined);
    await pause(20); // an unhandled rejection would end the test run
  });

  it('accepts a result that arrived during a stall of the event loop', async () => {
    const result = new Promise((resolve) => setImmediate(() => resolve('read from the socket')));
    const answer = withTimeout(5, result);
    const end = performance.now() + 20;
    while (performance.now() < end);
    expect(await answer).to.equal('read from the socket');
  });
});
