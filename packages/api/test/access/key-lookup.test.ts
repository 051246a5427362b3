import { expect } from 'chai';
import { silentLog, UpstreamError } from '@severe/base';
import { digestOf, type FoundKey } from '@severe/db';
import { createApiKey } from '../../src/access/api-key.ts';
import { createKeyLookup, type FindKey } from '../../src/access/key-lookup.ts';

describe('api/access/key-lookup', () => {
  const { key } = createApiKey();
  const found: FoundKey = { id: 7, portion: 'account 3', isShared: false };
  let now: number;
  let version: number;
  let active: boolean;
  let away: boolean;
  let calls: string[];
  let find: FindKey;
  beforeEach(() => {
    now = 1000;
    version = 1;
    active = true;
    away = false;
    calls = [];
    find = createKeyLookup({
      apiKeys: {
        async find(digest) {
          calls.push('find');
          return active && digest.equals(digestOf(key)) ? found : undefined;
        },
        async version() {
          calls.push('version');
          if (away) throw new UpstreamError('database', 'away');
          return version;
        },
        async recordUse(id) {
          calls.push(`use ${id}`);
        },
      },
      log: silentLog,
      now: () => now,
    });
  });

  it('reads a key once, for all requests at the same time and after', async () => {
    expect(await Promise.all([find(key, 'here'), find(key, 'here')])).to.deep.equal([found, found]);
    expect(calls.filter((call) => call === 'version')).to.have.length(1);
    calls.length = 0;
    expect(find(key, 'here')).to.deep.equal(found); // without a promise
    expect(calls).to.deep.equal([]);
  });

  it('finds the keys of others while a client sends many that are made up', async () => {
    const madeUp = Array.from({ length: 100 }, () => find(createApiKey().key, 'stranger'));
    expect(await find(key, 'here')).to.deep.equal(found);
    const verdicts = await Promise.all(madeUp.map(async (verdict) => verdict));
    expect(verdicts).to.include('unknown').and.include('invalid');
    version = 2;
    now += 500;
    expect(await find(key, 'here')).to.deep.equal(found);
  });

  it('refuses a revoked key within a second', async () => {
    await find(key, 'here');
    active = false;
    version = 2;
    now += 499;
    expect(await find(key, 'here')).to.deep.equal(found);
    now += 1;
    expect(await find(key, 'here')).to.equal('invalid');
    now += 400;
    expect(find(key, 'here')).to.equal('invalid');
  });

  it('reads only the version while nothing is revoked', async () => {
    await find(key, 'here');
    calls.length = 0;
    for (let i = 0; i < 10; i++) {
      now += 600;
      expect(await find(key, 'here')).to.deep.equal(found);
    }
    expect(calls).to.deep.equal(Array(10).fill('version'));
  });

  it('records a use about once a minute', async () => {
    await find(key, 'here');
    now += 60_001;
    await find(key, 'here');
    expect(calls.filter((call) => call === 'use 7')).to.have.length(2);
  });

  it('does not ask the database about a text that is not a key', () => {
    expect(find('sev_nonsense', 'here')).to.equal('invalid');
    expect(find('', 'here')).to.equal('invalid');
    expect(calls).to.deep.equal([]);
  });

  it('knows nothing while the database is away, and does not ask each time', async () => {
    await find(key, 'here');
    away = true;
    now += 500;
    expect(await find(key, 'here')).to.equal('unknown');
    expect(find(key, 'here')).to.equal('unknown');
    away = false;
    now += 1000;
    expect(await find(key, 'here')).to.deep.equal(found);
  });
});
