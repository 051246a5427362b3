import { silentLog } from '@severe/base';
import { expect } from 'chai';
import { ReadyAddresses, type Readiness } from '../../src/names/ready-addresses.ts';

describe('ReadyAddresses', () => {
  let replicas: Record<string, Readiness>;
  let addresses: ReadyAddresses;
  let isKnown: boolean;

  beforeEach(async () => {
    replicas = { a: 'ready', b: 'ready' };
    isKnown = true;
    addresses = new ReadyAddresses(
      { name: 'api', port: 8080 },
      {
        lookUp: (name) =>
          isKnown && name === 'api' ? Promise.resolve(Object.keys(replicas)) : Promise.reject(new Error('no name')),
        probe: (address, port) => Promise.resolve(port === 8080 ? replicas[address] : 'not ready'),
      },
      silentLog,
    );
    await addresses.refresh();
  });

  const after = async (state: Record<string, Readiness>): Promise<readonly string[]> => {
    replicas = state;
    await addresses.refresh();
    return addresses.get();
  };

  it('are those of the replicas that are ready', async () => {
    expect(addresses.get()).to.deep.equal(['a', 'b']);
    expect(await after({ a: 'not ready', b: 'ready' })).to.deep.equal(['b']);
    expect(await after({ a: 'ready', b: 'ready' })).to.deep.equal(['a', 'b']);
  });

  it('are followed to new ones, which have to be ready first', async () => {
    expect(await after({ a: 'ready', b: 'ready', c: 'silent' })).to.deep.equal(['a', 'b']);
    expect(await after({ c: 'ready', d: 'ready' })).to.deep.equal(['c', 'd']);
  });

  it('are without one that is silent twice', async () => {
    expect(await after({ a: 'silent', b: 'ready' })).to.deep.equal(['a', 'b']);
    expect(await after({ a: 'silent', b: 'ready' })).to.deep.equal(['b']);
    expect(await after({ a: 'ready', b: 'ready' })).to.deep.equal(['a', 'b']);
    expect(await after({ a: 'silent', b: 'ready' })).to.deep.equal(['a', 'b']);
  });

  it('are all of them if none is ready', async () => {
    expect(await after({ a: 'not ready', b: 'not ready' })).to.deep.equal(['a', 'b']);
  });

  it('are those of before while the name is not known', async () => {
    isKnown = false;
    await addresses.refresh();
    expect(addresses.get()).to.deep.equal(['a', 'b']);
    expect(await after({ a: 'not ready', b: 'ready' })).to.deep.equal(['b']);
  });
});
