import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { DataError } from '@severe/base';
import { expect } from 'chai';
import { startThread } from '../../src/thread/run-task.ts';
import { ReusableThread } from '../../src/thread/reusable-thread.ts';
import type { LightningGranule } from '../../src/lightning.ts';
import { granule } from '../support/granule.ts';

describe('thread/reusable-thread', function () {
  this.timeout(60_000);
  let started: Worker[];
  const open = (): Worker => {
    started.push(startThread());
    return started.at(-1)!;
  };
  beforeEach(() => (started = []));
  afterEach(() => Promise.all(started.map((worker) => worker.terminate())));

  const read = async (thread: ReusableThread): Promise<number> => {
    const task = { bytes: await granule(), product: 'lightning' } as const;
    return ((await thread.run(task)) as LightningGranule).flashes.length;
  };

  it('reads files in sequence in one thread, and at the same time in two', async () => {
    const thread = new ReusableThread(open);
    expect([await read(thread), await read(thread), started.length]).to.deep.equal([3, 3, 1]);
    expect(await Promise.all([read(thread), read(thread)])).to.deep.equal([3, 3]);
    expect(started.length).to.equal(2);
    expect([await read(thread), started.length]).to.deep.equal([3, 2]);
  });

  it('terminates the thread after a file that cannot be read', async () => {
    const thread = new ReusableThread(open);
    await read(thread);
    const gone = once(started[0], 'exit');
    const bytes = new Uint8Array(100);
    const error = await thread.run({ bytes, product: 'lightning' }).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(DataError);
    await gone;
    expect([await read(thread), started.length]).to.deep.equal([3, 2]);
  });

  it('terminates an idle thread', async () => {
    const thread = new ReusableThread(open, 20);
    await read(thread);
    await once(started[0], 'exit');
    expect([await read(thread), started.length]).to.deep.equal([3, 2]);
  });
});
