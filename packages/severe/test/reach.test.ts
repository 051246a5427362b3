import type { HostState } from '@severe/ingest';
import { expect } from 'chai';
import { reachOf } from '../src/reach.ts';

const host = (name: string, more: Partial<HostState> = {}): HostState => ({
  host: name,
  answers: 3,
  bytes: 100,
  problem: undefined,
  aheadMs: 200,
  ...more,
});

describe('reach', () => {
  it('says how many providers were reached, and which were not', () => {
    const away = host('b.example', { answers: 0, problem: 'its name is not known', aheadMs: undefined });
    expect(reachOf([host('a.example'), host('c.example')])).to.equal('2 of 2 hosts of providers reached.');
    expect(reachOf([host('a.example'), away])).to.equal('1 of 2 hosts of providers reached; not b.example.');
    expect(reachOf([away])).to.equal('No provider was reached: b.example: its name is not known');
    expect(reachOf([])).to.equal('No provider was asked yet.');
  });

  it('tells a clock that is wrong by more than a minute', () => {
    const ahead = (ms: number) => reachOf([host('a', { aheadMs: ms }), host('b', { aheadMs: ms }), host('c')]);
    expect(ahead(90_000)).to.match(/clock of this machine is 90 s behind theirs/);
    expect(ahead(-300_000)).to.match(/300 s ahead of theirs/);
    expect(ahead(30_000)).to.not.match(/clock/);
  });
});
