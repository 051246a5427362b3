import type { Queue } from '@severe/platform';
import { traced } from '@severe/tracing';
import { recordSpans } from '@severe/tracing/testing/recorded-spans';
import { expect } from 'chai';
import { until } from '@severe/testing/until';
import { gate } from '../support/wait.ts';

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

  /** Works at once, and counts that. */
  function count(of = name): { runs: number } {
    const counted = { runs: 0 };
    queue.onWake(of, 1, async () => void counted.runs++);
    return counted;
  }
  const isIdle = async (): Promise<boolean> => {
    const { waiting, active } = await queue.counts(name);
    return waiting + active === 0;
  };

  it('keeps calls that come before their worker', async () => {
    for (let n = 0; n < 20; n++) await queue.wake(name);
    expect(await queue.counts(name)).to.deep.equal({ waiting: 20, active: 0 });
    const counted = count();
    await until(async () => counted.runs === 20 && (await isIdle()));
  });

  it('runs no more work at once than the concurrency', async () => {
    const { opened, open: release } = gate();
    let [now, most, done] = [0, 0, 0];
    queue.onWake(name, 3, async () => {
      most = Math.max(most, ++now);
      await opened;
      now--;
      done++;
    });
    for (let n = 0; n < 8; n++) await queue.wake(name);
    await until(async () => now === 3 && (await queue.counts(name)).waiting === 5);
    expect(await queue.counts(name)).to.deep.equal({ waiting: 5, active: 3 });
    release();
    await until(() => done === 8);
    expect(most).to.equal(3);
  });

  it('runs names independently of each other', async () => {
    const { opened, open: release } = gate();
    queue.onWake(`${name}.slow`, 1, () => opened);
    await queue.wake(`${name}.slow`);
    const counted = count();
    await queue.wake(name);
    await until(() => counted.runs === 1);
    release();
  });

  it('ignores the id of a waiting or running call, and accepts it afterwards', async () => {
    let runs = 0;
    const entered = gate();
    const leave = gate();
    await queue.wake(name, { id: '7' });
    await queue.wake(name, { id: '7' });
    await queue.wake(name, { id: '8' });
    expect((await queue.counts(name)).waiting).to.equal(2);

    queue.onWake(name, 1, async () => {
      runs++;
      entered.open();
      await leave.opened;
    });
    await entered.opened;
    await queue.wake(name, { id: '7' }); // runs
    expect((await queue.counts(name)).waiting).to.equal(1);
    leave.open();
    await until(async () => runs === 2 && (await isIdle()));
    await queue.wake(name, { id: '7' }); // done
    await until(() => runs === 3);
  });

  it('does not repeat work that fails, frees its id, and goes on', async () => {
    let runs = 0;
    queue.onWake(name, 1, async () => {
      runs++;
      throw new Error('no');
    });
    await queue.wake(name, { id: 'x' });
    await until(async () => runs === 1 && (await isIdle()));
    await queue.wake(name, { id: 'x' });
    await until(async () => runs === 2 && (await isIdle()));
    expect(runs).to.equal(2);
  });

  it('reserves the id of a delayed call while it waits', async () => {
    const at: number[] = [];
    const startedAt = performance.now();
    queue.onWake(name, 1, async () => void at.push(performance.now()));
    await queue.wake(name, { delayMs: 300, id: 'later' });
    await queue.wake(name, { id: 'later' });
    await queue.wake(name);
    await until(() => at.length === 1);
    expect((await queue.counts(name)).waiting).to.equal(1);
    await until(() => at.length === 2);
    expect(at[1] - startedAt).to.be.greaterThan(295); // clocks of two processes may differ by a little
  });

  it('works in the trace of the caller', async () => {
    const spans = recordSpans();
    try {
      let runs = 0;
      queue.onWake(name, 1, () => traced('work', {}, async () => void runs++));
      await traced('caller', {}, () => queue.wake(name));
      await until(() => runs === 1);
      await queue.wake(name);
      await until(() => runs === 2 && spans.named('work').length === 2);
      const [first, second] = spans.named('work');
      expect(spans.pathOf(first)).to.deep.equal(['work', 'caller']);
      expect(second.parentSpanContext).to.equal(undefined);
    } finally {
      await spans.close();
    }
  });

  it('waits on close for running work, and starts no more', async () => {
    const { opened, open: release } = gate();
    let [begun, ended] = [0, 0];
    queue.onWake(name, 1, async () => {
      begun++;
      await opened;
      ended++;
    });
    await queue.wake(name);
    await queue.wake(name);
    await until(() => begun === 1);
    const closing = queue.close().then(() => expect(ended).to.equal(1));
    await queue.wake(name);
    release();
    await closing;
    await queue.close(); // twice is no error
    expect(begun).to.equal(1);
  });

  it('refuses a second worker and an impossible concurrency', () => {
    count();
    expect(() => count()).to.throw('a worker already');
    expect(() => queue.onWake(`${name}.x`, 0, async () => {})).to.throw(TypeError, 'concurrency');
  });

  it('wakes at once if a delay is none, and later if it is beyond what timers can do', async () => {
    const counted = count();
    for (const delayMs of [-1, Number.NaN]) await queue.wake(name, { delayMs });
    await until(() => counted.runs === 2);
    for (const delayMs of [2 ** 31, Infinity]) await queue.wake(name, { delayMs });
    await until(async () => (await queue.counts(name)).waiting === 2);
    expect(counted.runs).to.equal(2);
  });

  it('responds to a ping', () => queue.ping());
}
