import type { TaskPool } from '@severe/async/task-pool';
import { DataError } from '@severe/base';
import { until } from '@severe/testing/until';
import { expect } from 'chai';
import { openThread } from '../../src/thread/run-task.ts';
import { ReusableThread } from '../../src/thread/reusable-thread.ts';
import type { LightningGranule } from '../../src/lightning.ts';
import { granule } from '../support/granule.ts';

describe('thread/reusable-thread', function () {
  this.timeout(60_000);
  let opened: TaskPool[];
  const open =
    (idleMs?: number): (() => Promise<TaskPool>) =>
    async () => {
      opened.push(await openThread(idleMs));
      return opened.at(-1)!;
    };
  beforeEach(() => (opened = []));
  afterEach(() => Promise.all(opened.map((thread) => thread.close())));

  const read = async (thread: ReusableThread): Promise<number> => {
    const task = { bytes: await granule(), product: 'lightning' } as const;
    return ((await thread.run(task)) as LightningGranule).flashes.length;
  };

  it('reads files in sequence in one thread, and at the same time in two', async () => {
    const thread = new ReusableThread(open());
    expect([await read(thread), await read(thread), opened.length]).to.deep.equal([3, 3, 1]);
    expect(await Promise.all([read(thread), read(thread)])).to.deep.equal([3, 3]);
    expect(opened.length).to.equal(2);
    expect([await read(thread), opened.length]).to.deep.equal([3, 2]);
  });

  it('ends the thread after a file that cannot be read', async () => {
    const thread = new ReusableThread(open());
    await read(thread);
    const bytes = new Uint8Array(100);
    const error = await thread.run({ bytes, product: 'lightning' }).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(DataError);
    await until(() => opened[0].size === 0);
    expect([await read(thread), opened.length]).to.deep.equal([3, 2]);
  });

  it('ends an idle thread', async () => {
    const thread = new ReusableThread(open(20));
    await read(thread);
    expect(opened[0].size).to.equal(1);
    await until(() => opened[0].size === 0);
    expect(await read(thread)).to.equal(3);
  });
});
