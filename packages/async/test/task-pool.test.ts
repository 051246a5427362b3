import { TaskLimitError } from '@severe/async/task-limits';
import { TaskPool } from '@severe/async/task-pool';
import { until } from '@severe/testing/until';
import { expect } from 'chai';

const module = new URL('./support/pool-thread.mjs', import.meta.url).href;

describe('async/task-pool', function () {
  this.timeout(60_000);
  const pools: TaskPool[] = [];
  const open = (options: ConstructorParameters<typeof TaskPool>[0] = {}): TaskPool => {
    pools.push(new TaskPool({ module, ...options }));
    return pools.at(-1)!;
  };
  afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.close())));

  it('runs tasks in one thread after another, which starts at the first and stays', async () => {
    const pool = open({ workerData: 'given' });
    expect(pool.size).to.equal(0);
    const [first, second] = await Promise.all([pool.run<object>({ add: 1 }), pool.run<object>({ add: 2 })]);
    expect([first, second, pool.size]).to.deep.equal([{ sum: 1, given: 'given' }, { sum: 3, given: 'given' }, 1]);
    expect(await pool.run<number>({ of: 5 }, { name: 'twice' })).to.equal(10);
  });

  it('ends a task beyond its limits with its thread, and runs the next one in another', async () => {
    const pool = open();
    await pool.run({ add: 7 });
    const limits = { processorMs: 200 };
    const error = await pool.run({ ms: 60_000 }, { limits, name: 'work' }).catch((cause: unknown) => cause);
    expect(error).to.be.instanceOf(TaskLimitError).with.property('code', 'too-slow');
    expect(await pool.run({ add: 1 })).to.include({ sum: 1 });
  });

  it('ends a task during which the process grows too much', async () => {
    const limits = { processorMs: 60_000, memory: 1 };
    const error = await open()
      .run({ ms: 60_000 }, { limits, name: 'work' })
      .catch((cause: unknown) => cause);
    expect(error).to.be.instanceOf(TaskLimitError).with.property('code', 'too-hungry');
  });

  it('ends an idle thread after a time, and tells of one that ends by itself', async () => {
    const errors: string[] = [];
    const pool = open({ idleMs: 20, onError: ({ message }) => errors.push(message) });
    await pool.run({ add: 1 });
    await until(() => pool.size === 0);
    const other = open({ atomics: 'disabled', onError: ({ message }) => errors.push(message) });
    await other.run({}, { name: 'failLater' });
    await until(() => errors.length > 0);
    expect([errors, await other.run({ add: 1 })]).to.deep.equal([['late'], { sum: 1, given: undefined }]);
  });

  it('fails the tasks of a thread that cannot start', async () => {
    const errors: string[] = [];
    const pool = open({
      module: new URL('./support/no-such-thread.mjs', import.meta.url).href,
      onError: ({ message }) => errors.push(message),
    });
    const tasks = [{}, { limits: { processorMs: 60_000 } }].map((options) =>
      pool.run({}, options).catch((cause: Error) => cause.message),
    );
    for (const message of await Promise.all(tasks)) expect(message).to.include('no-such-thread');
  });

  it('gives the memory of a result to the thread that waits', async () => {
    const pool = open();
    expect(await pool.run<Uint8Array>({}, { name: 'bytes' })).to.deep.equal(Uint8Array.of(1, 2, 3));
    expect(await pool.run<number>({}, { name: 'left' })).to.equal(0);
  });
});
