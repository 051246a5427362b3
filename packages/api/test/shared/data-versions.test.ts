import { expect } from 'chai';
import { silentLog } from '@severe/base';
import type { DataSet } from '@severe/db';
import type { Pubsub } from '@severe/platform';
import { followDataVersions, type DataVersions } from '../../src/shared/data-versions.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('api/data-versions', () => {
  let version: number;
  let reads: (() => void)[];
  let announce: () => void;
  let versions: DataVersions;

  beforeEach(() => {
    version = 1;
    reads = [];
    const all = () => {
      const then: DataSet[] = [{ name: 'alerts', version, changedAt: new Date(0), dataAt: null }];
      return new Promise<DataSet[]>((resolve) => reads.push(() => resolve(then)));
    };
    const subscribe = async (_channel: string, handler: () => void) => {
      announce = handler;
      return async () => {};
    };
    versions = followDataVersions({ all }, { subscribe } as unknown as Pubsub, silentLog);
  });

  const versionOf = (found: Map<string, DataSet> | undefined) => found?.get('alerts')?.version;

  it('knows nothing before the first reading, and gives it to all who ask meanwhile', async () => {
    expect(versions.known()).to.equal(undefined);
    const both = Promise.all([versions.current(), versions.current()]);
    await pause(1);
    expect(reads.length).to.equal(1);
    reads[0]();
    const [one, other] = await both;
    expect(one).to.equal(other);
    expect(versions.known()).to.equal(one);
  });

  it('forgets at once what it knows when a change is announced, and does not take what was being read before', async () => {
    const first = versions.current();
    await pause(1);
    announce();
    version = 2;
    reads[0]();
    await first;
    expect(versions.known()).to.equal(undefined);
    const second = versions.current();
    await pause(1);
    reads[1]();
    expect(versionOf(await second)).to.equal(2);
  });

  it('reads again after half a second while it still gives what it knows, and no longer than a second', async () => {
    const first = versions.current();
    await pause(1);
    reads[0]();
    await first;
    version = 2;
    await pause(550);
    expect(versionOf(versions.known())).to.equal(1);
    expect(reads.length).to.equal(2);
    await pause(500);
    expect(versions.known()).to.equal(undefined);
    reads[1]();
    await pause(1);
    expect(versionOf(await versions.current())).to.equal(2);
  });
});
