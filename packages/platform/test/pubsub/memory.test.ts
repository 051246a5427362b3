import { silentLog } from '@severe/base';
import { expect } from 'chai';
import { createMemoryPubsub } from '../../src/pubsub/memory.ts';
import { pubsubContract } from './contract.ts';

describe('platform/pubsub/memory', () => {
  describe('fulfils the contract', () => pubsubContract(async (_, log) => createMemoryPubsub(log)));

  it('calls no listener during the publishing call', async () => {
    const pubsub = createMemoryPubsub(silentLog);
    let heard = false;
    await pubsub.subscribe('later', () => (heard = true));
    await pubsub.announce('later', {});
    expect(heard).to.equal(false);
    await new Promise(setImmediate);
    expect(heard).to.equal(true);
  });
});
