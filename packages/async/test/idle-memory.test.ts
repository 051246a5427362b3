import { freeWhenIdle, reusable } from '@severe/async';
import { expect } from 'chai';
import { setTimeout as pause } from 'node:timers/promises';

const mebibyte = 2 ** 20;

/** Waits until a condition holds, for at most two seconds. */
async function until(condition: () => boolean): Promise<void> {
  for (let tries = 0; !condition(); tries++) {
    expect(tries, 'tries').to.be.below(200);
    await pause(10);
  }
}

describe('idle-memory', () => {
  it('frees buffers that nobody needs, after a pause', async () => {
    const before = process.memoryUsage().arrayBuffers;
    let released = 0;
    const worked = freeWhenIdle(5, () => released++);
    new Uint8Array(24 * mebibyte).fill(1);
    worked();
    await until(() => process.memoryUsage().arrayBuffers < before + 12 * mebibyte);
    expect(released).to.equal(1);
  });

  it('frees after every task, and only after the last of several', async () => {
    let released = 0;
    const worked = freeWhenIdle(30, () => released++);
    for (let task = 0; task < 3; task++) worked();
    expect(released).to.equal(0);
    await until(() => released === 1);
    worked();
    await until(() => released === 2);
  });

  it('reuses an object until it is collected', async () => {
    let made = 0;
    const scratch = reusable(() => ({ bytes: new Uint8Array(8 * mebibyte), number: ++made }));
    expect([scratch().number, scratch().number]).to.deep.equal([1, 1]);
    const worked = freeWhenIdle(5);
    worked();
    await until(() => {
      worked();
      return scratch().number === 2;
    });
    expect(made).to.equal(2);
  });
});
