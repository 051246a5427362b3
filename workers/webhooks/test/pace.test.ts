import { setTimeout as pause } from 'node:timers/promises';
import { until } from '@severe/testing/until';
import { expect } from 'chai';
import { createPace, type Pace, type PaceOptions } from '../src/pace.ts';

const nothing = async (): Promise<void> => {};
const ann = { turn: 'ann' };
const paceOf = (places: number, youngMs: number, change: Partial<PaceOptions> = {}): Pace =>
  createPace({ least: places, most: places, perTurn: places, youngMs, isBusy: () => false, ...change });

describe('createPace', () => {
  it('sends no more at once than are recorded', async () => {
    const pace = paceOf(2, 60_000);
    let [open, most] = [0, 0];
    const send = async (): Promise<void> => void (most = Math.max(most, ++open));
    const record = async (): Promise<void> => {
      await pause(5);
      open--;
    };
    await Promise.all(Array.from({ length: 10 }, () => pace(ann, send, record)));
    expect(most).to.equal(2);
  });

  it('a slow request makes room for others', async () => {
    const pace = paceOf(1, 10);
    let end = (): void => {};
    const slow = pace(ann, () => new Promise<void>((resolve) => (end = resolve)), nothing);
    expect(await pace(ann, async () => 'fast', nothing)).to.equal('fast');
    end();
    await slow;
  });

  it('sends nothing more while results are not recorded', async () => {
    const pace = paceOf(1, 10);
    let recorded = (): void => {};
    let sent = 0;
    const first = pace(ann, nothing, () => new Promise((resolve) => (recorded = resolve)));
    const second = pace(ann, async () => void sent++, nothing);
    await pause(50);
    expect(sent).to.equal(0);
    recorded();
    await Promise.all([first, second]);
    expect(sent).to.equal(1);
  });

  it('passes on an error, and continues', async () => {
    const pace = paceOf(1, 60_000);
    const failed = await pace(ann, () => Promise.reject(new Error('away')), nothing).catch(
      (error: Error) => error.message,
    );
    expect([failed, await pace(ann, async () => 'next', nothing)]).to.deep.equal(['away', 'next']);
  });

  describe('of several turns', () => {
    let end: () => void;
    let ended: Promise<void>;
    beforeEach(() => {
      ended = new Promise((resolve) => (end = resolve));
    });
    afterEach(() => end());
    /** Sends requests that end with the test; names are added when one begins. */
    const begin = (pace: Pace, turn: string, count: number, begun: string[]): void => {
      const send = (): Promise<void> => {
        begun.push(turn);
        return ended;
      };
      for (let i = 0; i < count; i++) void pace({ turn }, send, nothing);
    };

    it('gives a place to one that has had less, however many requests of another wait', async () => {
      const pace = paceOf(1, 20);
      const begun: string[] = [];
      begin(pace, 'many', 50, begun);
      await pause(1);
      begin(pace, 'few', 2, begun);
      await until(() => begun.length >= 4);
      expect(begun.slice(0, 4).filter((turn) => turn === 'few')).to.have.length(2);
    });

    it('one turn never has all places', async () => {
      const pace = paceOf(4, 60_000, { perTurn: 3 });
      const begun: string[] = [];
      begin(pace, 'many', 50, begun);
      begin(pace, 'few', 1, begun);
      await pause(1);
      expect(begun).to.deep.equal(['many', 'many', 'many', 'few']);
    });

    it('grows while all wait for receivers, and only then', async () => {
      const [idle, busy] = [[], []] as string[][];
      begin(paceOf(2, 60_000, { most: 16, perTurn: 64 }), 'a', 64, idle);
      begin(paceOf(2, 60_000, { most: 16, perTurn: 64, isBusy: () => true }), 'a', 64, busy);
      await until(() => idle.length === 16);
      await pause(120);
      expect([idle.length, busy.length]).to.deep.equal([16, 2]);
    });

    it('tells its sender that a request is slow', async () => {
      const pace = paceOf(1, 5);
      const slow = await new Promise<string>((resolve) => {
        void pace({ turn: 'a', onSlow: () => resolve('slow') }, () => ended, nothing);
      });
      expect(slow).to.equal('slow');
    });
  });
});
