import { setTimeout as pause } from 'node:timers/promises';
import type { Queue } from '@severe/platform';
import { expect } from 'chai';
import { until } from '@severe/testing/until';
import { gate, rejection } from '../support/wait.ts';

interface Work {
  n: number;
}

/** What every queue must do. `open` is called for each test. */
export function queueContract(open: (test: Mocha.Context) => Promise<Queue>): void {
  let queue: Queue;
  let name: string;
  let tests = 0;
  beforeEach(async function () {
    name = `job.${++tests}`;
    queue = await open(this);
  });
  afterEach(() => queue?.close());

  /** Takes jobs and notes their numbers. */
  function note(concurrency = 1): number[] {
    const seen: number[] = [];
    queue.process<Work>(name, concurrency, async ({ n }) => void seen.push(n));
    return seen;
  }

  it('passes a copy of the data to the handler', async () => {
    const seen: object[] = [];
    queue.process(name, 1, async (data) => void seen.push(data));
    const data = { text: 'é"\n', list: [1, null], at: new Date(0) };
    await queue.add(name, data);
    data.list.push(2);
    await until(() => seen.length === 1);
    expect(seen).to.deep.equal([{ text: 'é"\n', list: [1, null], at: '1970-01-01T00:00:00.000Z' }]);
  });

  it('stores jobs that are added before their handler', async () => {
    for (let n = 0; n < 20; n++) await queue.add(name, { n });
    expect(await queue.counts(name)).to.deep.equal({ waiting: 20, active: 0 });
    const seen = note();
    await until(() => seen.length === 20);
    expect(seen).to.deep.equal(Array.from({ length: 20 }, (_, n) => n));
    await until(async () => (await queue.counts(name)).active === 0);
    expect(await queue.counts(name)).to.deep.equal({ waiting: 0, active: 0 });
  });

  it('runs no more jobs at once than the concurrency', async () => {
    const { opened, open: release } = gate();
    let now = 0;
    let most = 0;
    let done = 0;
    queue.process(name, 3, async () => {
      most = Math.max(most, ++now);
      await opened;
      now--;
      done++;
    });
    for (let n = 0; n < 8; n++) await queue.add(name, { n });
    await until(async () => now === 3 && (await queue.counts(name)).waiting === 5);
    expect(await queue.counts(name)).to.deep.equal({ waiting: 5, active: 3 });
    release();
    await until(() => done === 8);
    expect(most).to.equal(3);
  });

  it('runs names independently of each other', async () => {
    const { opened, open: release } = gate();
    queue.process(`${name}.slow`, 1, () => opened);
    await queue.add(`${name}.slow`, {});
    const seen = note();
    await queue.add(name, { n: 1 });
    await until(() => seen.length === 1);
    release();
  });

  it('ignores the id of a waiting or running job, and accepts it afterwards', async () => {
    const seen: number[] = [];
    let entered = gate();
    let leave = gate();
    await queue.add(name, { n: 1 }, { id: '7' });
    await queue.add(name, { n: 2 }, { id: '7' });
    await queue.add(name, { n: 3 }, { id: '8' });
    expect((await queue.counts(name)).waiting).to.equal(2);

    queue.process<Work>(name, 1, async ({ n }) => {
      seen.push(n);
      entered.open();
      await leave.opened;
    });
    await entered.opened;
    await queue.add(name, { n: 4 }, { id: '7' }); // runs
    expect((await queue.counts(name)).waiting).to.equal(1);
    leave.open();
    await until(async () => seen.length === 2 && (await queue.counts(name)).active === 0);

    entered = gate();
    leave = gate();
    leave.open();
    await queue.add(name, { n: 5 }, { id: '7' }); // done
    await until(() => seen.length === 3);
    expect(seen).to.deep.equal([1, 3, 5]);
  });

  it('frees the id of a job after its last failed attempt', async () => {
    const seen: number[] = [];
    queue.process<Work>(name, 1, async ({ n }) => {
      seen.push(n);
      throw new Error('no');
    });
    await queue.add(name, { n: 1 }, { id: 'x' });
    await until(async () => seen.length === 1 && (await queue.counts(name)).active === 0);
    await queue.add(name, { n: 2 }, { id: 'x' });
    await until(() => seen.length === 2);
  });

  it('reserves the id of a delayed job while it waits', async () => {
    const seen: number[] = [];
    const startedAt = performance.now();
    let delayedAt = 0;
    queue.process<Work>(name, 1, async ({ n }) => {
      seen.push(n);
      if (n === 1) delayedAt = performance.now();
    });
    await queue.add(name, { n: 1 }, { delayMs: 300, id: 'later' });
    await queue.add(name, { n: 2 }, { id: 'later' });
    await queue.add(name, { n: 3 });
    await until(() => seen.length === 1);
    expect(seen).to.deep.equal([3]);
    expect((await queue.counts(name)).waiting).to.equal(1);
    await until(() => seen.length === 2);
    expect(seen).to.deep.equal([3, 1]);
    expect(delayedAt - startedAt).to.be.greaterThan(295); // clocks of two processes may differ by a little
  });

  it('retries up to the number of attempts, with increasing delays', async () => {
    const at: number[] = [];
    const others = `${name}.others`;
    queue.process(name, 1, async () => {
      at.push(performance.now());
      throw new Error(`attempt ${at.length} failed`);
    });
    await queue.add(name, { n: 1 }, { attempts: 3, backoffMs: 100 });
    await until(async () => at.length === 3 && (await queue.counts(name)).active === 0);
    await pause(50);
    expect(await queue.counts(name)).to.deep.equal({ waiting: 0, active: 0 });
    expect(at.length).to.equal(3);
    expect(at[1] - at[0]).to.be.greaterThan(95); // 100 * (2^1 - 1)
    expect(at[2] - at[1]).to.be.greaterThan(295); // 100 * (2^2 - 1)
    const seen: object[] = [];
    queue.process(others, 1, async (data) => void seen.push(data));
    await queue.add(others, {});
    await until(() => seen.length === 1);
  });

  it('stops retrying after a success', async () => {
    let tries = 0;
    queue.process(name, 1, async () => {
      if (++tries < 2) throw new Error('not yet');
    });
    await queue.add(name, {}, { attempts: 5 });
    await until(async () => tries === 2 && (await queue.counts(name)).active === 0);
    expect(await queue.counts(name)).to.deep.equal({ waiting: 0, active: 0 });
  });

  it('waits on close for running jobs, and starts no more', async () => {
    const { opened, open: release } = gate();
    let begun = 0;
    let ended = 0;
    queue.process(name, 1, async () => {
      begun++;
      await opened;
      ended++;
    });
    await queue.add(name, { n: 1 });
    await queue.add(name, { n: 2 });
    await until(() => begun === 1);
    const closing = queue.close().then(() => expect(ended).to.equal(1));
    expect((await rejection(queue.add(name, { n: 3 }))).message).to.contain('closed');
    release();
    await closing;
    await queue.close(); // twice is no error
    expect(begun).to.equal(1);
  });

  it('refuses a second handler and invalid options', async () => {
    queue.process(name, 1, async () => {});
    expect(() => queue.process(name, 1, async () => {})).to.throw('handler already');
    expect(() => queue.process(`${name}.x`, 0, async () => {})).to.throw(TypeError, 'concurrency');
    for (const options of [{ delayMs: -1 }, { delayMs: 2 ** 31 }, { attempts: 0 }, { backoffMs: Number.NaN }]) {
      expect(await rejection(queue.add(name, {}, options))).to.be.instanceOf(TypeError);
    }
  });

  it('responds to a ping', () => queue.ping());
}
