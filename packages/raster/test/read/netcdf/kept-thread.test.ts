import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { DataError } from '@severe/base';
import { expect } from 'chai';
import { openThread } from '../../../src/read/netcdf/carry-out.ts';
import { KeptThread } from '../../../src/read/netcdf/kept-thread.ts';
import type { LightningGranule } from '../../../src/read/netcdf/lightning.ts';
import { granule } from '../../support/granule.ts';

describe('read/netcdf/kept-thread', function () {
  this.timeout(60_000);
  let opened: Worker[];
  const open = (): Worker => {
    opened.push(openThread());
    return opened.at(-1)!;
  };
  beforeEach(() => (opened = []));
  afterEach(() => Promise.all(opened.map((worker) => worker.terminate())));

  const read = async (thread: KeptThread): Promise<number> => {
    const order = { bytes: await granule(), product: 'lightning' } as const;
    return ((await thread.run(order)) as LightningGranule).flashes.length;
  };

  it('reads one file after the other in the same thread, and two at once in two', async () => {
    const thread = new KeptThread(open);
    expect([await read(thread), await read(thread), opened.length]).to.deep.equal([3, 3, 1]);
    expect(await Promise.all([read(thread), read(thread)])).to.deep.equal([3, 3]);
    expect(opened.length).to.equal(2);
    expect([await read(thread), opened.length]).to.deep.equal([3, 2]);
  });

  it('ends after a file that cannot be read, and the next one is read in another', async () => {
    const thread = new KeptThread(open);
    await read(thread);
    const gone = once(opened[0], 'exit');
    const bytes = new Uint8Array(100);
    const error = await thread.run({ bytes, product: 'lightning' }).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(DataError);
    await gone;
    expect([await read(thread), opened.length]).to.deep.equal([3, 2]);
  });

  it('ends when nothing came for a while', async () => {
    const thread = new KeptThread(open, 20);
    await read(thread);
    await once(opened[0], 'exit');
    expect([await read(thread), opened.length]).to.deep.equal([3, 2]);
  });
});
