import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { createPace } from '../src/pace.ts';

const nothing = async (): Promise<void> => {};

describe('createPace', () => {
  it('sends no more at once than are recorded', async () => {
    const pace = createPace(2, 60_000);
    let [open, most] = [0, 0];
    const send = async (): Promise<void> => void (most = Math.max(most, ++open));
    const record = async (): Promise<void> => {
      await pause(5);
      open--;
    };
    await Promise.all(Array.from({ length: 10 }, () => pace(send, record)));
    expect(most).to.equal(2);
  });

  it('a slow request makes room for others', async () => {
    const pace = createPace(1, 10);
    let end = (): void => {};
    const slow = pace(() => new Promise<void>((resolve) => (end = resolve)), nothing);
    expect(await pace(async () => 'fast', nothing)).to.equal('fast');
    end();
    await slow;
  });

  it('sends nothing more while results are not recorded', async () => {
    const pace = createPace(1, 10);
    let recorded = (): void => {};
    let sent = 0;
    const first = pace(nothing, () => new Promise((resolve) => (recorded = resolve)));
    const second = pace(async () => void sent++, nothing);
    await pause(50);
    expect(sent).to.equal(0);
    recorded();
    await Promise.all([first, second]);
    expect(sent).to.equal(1);
  });

  it('passes on an error, and continues', async () => {
    const pace = createPace(1, 60_000);
    const failed = await pace(() => Promise.reject(new Error('away')), nothing).catch((error: Error) => error.message);
    expect([failed, await pace(async () => 'next', nothing)]).to.deep.equal(['away', 'next']);
  });
});
