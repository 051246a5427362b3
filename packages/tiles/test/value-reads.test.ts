import { expect } from 'chai';
import { CacheBudget } from '@severe/async';
import { ValueFiles } from '../src/value-files.ts';
import { ValueReads } from '../src/value-reads.ts';
import type { ListedFrame } from '../src/frame-index.ts';
import { openWorld, type World } from './support/world.ts';

describe('tiles/value-reads', () => {
  let world: World;
  before(async () => {
    world = await openWorld();
  });
  after(() => world?.close());

  it('reads a block from the store once, and keeps it as it is in the file', async () => {
    const { objects } = world;
    const frame = { ...(await world.publish()), stamp: '', time: '', published: '' } satisfies ListedFrame;
    const budget = new CacheBudget(2 << 20);
    const reads = new ValueReads(objects.port, new ValueFiles(objects.port, budget), budget);
    const values = () => Promise.all([reads.at(frame, -97, 35), reads.at(frame, -97, 35), reads.at(frame, -97.1, 35)]);
    const before = objects.rangeReads;
    const first = await values();
    expect(first[0]).to.deep.include({ status: 'ok' });
    expect(objects.rangeReads - before).to.equal(2); // the head of the file, and the block
    expect(await values()).to.deep.equal(first);
    expect(objects.rangeReads - before).to.equal(2);
    expect(reads.counts().bytes).to.be.below(256 * 256 * 2); // of the block alone, unpacked
  });
});
