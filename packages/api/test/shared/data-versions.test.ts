import { mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import { silentLog } from '@severe/base';
import type { DataSet } from '@severe/db';
import type { Pubsub } from '@severe/platform';
import { followDataVersions, type DataVersions } from '../../src/shared/data-versions.ts';

describe('api/data-versions', () => {
  let version: number;
  let reads: (() => void)[];
  let announce: () => void;
  let versions: DataVersions;
  /** Monotonic time, in milliseconds. */
  let passedMs: number;

  beforeEach(() => {
    passedMs = 0;
    mock.method(performance, 'now', () => passedMs);
    version = 1;
    reads = [];
    const all = () => {
      const then: DataSet[] = [
        { name: 'alerts', version, changedAt: new Date(0), dataAt: null, pastSince: new Date(0) },
      ];
      return new Promise<DataSet[]>((resolve) => reads.push(() => resolve(then)));
    };
    const subscribe = async (_channel: string, handler: () => void) => {
      announce = handler;
      return async () => {};
    };
    versions = followDataVersions({ all }, { subscribe } as unknown as Pubsub, silentLog);
  });

  afterEach(() => mock.restoreAll());

  const versionOf = (found: Map<string, DataSet> | undefined) => found?.get('alerts')?.version;

  it('has no versions before the first read, and shares that read', async () => {
    expect(versions.cached()).to.equal(undefined);
    const both = Promise.all([versions.current(), versions.current()]);
    await setImmediate();
    expect(reads.length).to.equal(1);
    reads[0]();
    const [one, other] = await both;
    expect(one).to.equal(other);
    expect(versions.cached()).to.equal(one);
  });

  it('drops the versions on a change event, and ignores a read that began before it', async () => {
    const first = versions.current();
    await setImmediate();
    announce();
    version = 2;
    reads[0]();
    await first;
    expect(versions.cached()).to.equal(undefined);
    const second = versions.current();
    await setImmediate();
    reads[1]();
    expect(versionOf(await second)).to.equal(2);
  });

  it('refreshes after 0.5 s in the background and drops the versions after 1 s', async () => {
    const first = versions.current();
    await setImmediate();
    reads[0]();
    await first;
    version = 2;
    passedMs = 550;
    for (let i = 0; i < 3; i++) expect(versionOf(versions.cached())).to.equal(1);
    expect(reads.length).to.equal(2); // one read for all three
    passedMs = 1050;
    expect(versions.cached()).to.equal(undefined);
    reads[1]();
    await setImmediate();
    expect(versionOf(await versions.current())).to.equal(2);
  });
});
