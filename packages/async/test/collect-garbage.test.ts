import { setTimeout as pause } from 'node:timers/promises';
import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import { collectGarbage } from '../src/collect-garbage.ts';

describe('collect-garbage', () => {
  it('frees what nothing refers to', async () => {
    const kept = new WeakRef(Buffer.alloc(1 << 20));
    await pause(1); // a weak reference holds its target until the end of the turn
    collectGarbage();
    expect(kept.deref()).to.equal(undefined);
  });

  it('does not take from other threads what they need to do the same', () => {
    collectGarbage();
    expect(runInNewContext('typeof gc')).to.equal('function');
  });
});
