import { loadSettings, silentLog, UpstreamError } from '@severe/base';
import type { KeyVerdict } from '@severe/api';
import { refusalOf, type Client, type CountedAs, type Quota, type RateLimit } from '@severe/http';
import { expect } from 'chai';
import { createMemoryLimiter } from '@severe/platform/testing/memory-limiter';
import { recordingLog } from '@severe/platform/testing/wait';
import { createRateLimit, type RateLimitOptions } from '../src/rate-limit.ts';

const asker = (address: string, forwarded?: string): Client => ({
  address,
  headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
});
const here = asker('192.0.2.1');
/** A key of a confirmed account. */
const ann = { id: 7, portion: 'account 3', isShared: false };

function startLimit(env: Record<string, string>, more: Partial<RateLimitOptions> = {}) {
  const limit: RateLimit = createRateLimit({
    settings: loadSettings(env),
    findKey: () => 'unknown',
    limiter: createMemoryLimiter({ now: () => 0 }),
    log: silentLog,
    ...more,
  });
  /** Verdict for the client. */
  const remaining = (who: Client, as: CountedAs = 'request') => (limit(who, as) as Quota | undefined)?.remaining;
  return { limit, remaining };
}

describe('severe/rate-limit', () => {
  it('counts by address, up to RATE_LIMIT_ANONYMOUS', () => {
    const { limit, remaining } = startLimit({ RATE_LIMIT_ANONYMOUS: '2' });
    expect([remaining(here), remaining(here)]).to.deep.equal([1, 0]);
    expect(limit(here, 'request')).to.deep.include({ allowed: false, remaining: 0, freedInMs: 60_000 });
    expect(remaining(asker('192.0.2.2'))).to.equal(1);
    expect((limit(here, 'request') as Quota).policy).to.include({ name: 'anonymous', limit: 2 });
  });

  it('gives the files of the pages a limit of their own, twenty times as large', () => {
    const { limit, remaining } = startLimit({ RATE_LIMIT_ANONYMOUS: '2' });
    expect([remaining(here), remaining(here)]).to.deep.equal([1, 0]);
    expect(limit(here, 'page')).to.deep.include({ allowed: true, remaining: 39 });
    expect((limit(here, 'page') as Quota).policy).to.include({ name: 'anonymous-pages', limit: 40 });
  });

  it('names the key that a request counts against', () => {
    const { limit } = startLimit({}, { findKey: () => ann });
    expect(limit({ ...here, headers: { 'x-api-key': 'k' } }, 'request')).to.include({ portion: 'account 3' });
    expect(limit(here, 'request')).to.not.have.property('portion');
    const invalid = startLimit({}, { findKey: () => 'invalid' }).limit;
    expect(invalid({ ...here, headers: { 'x-api-key': 'k' } }, 'request')).to.not.have.property('portion');
  });

  it('gives a /48 network of IPv6 ten times what it gives each /64', () => {
    const { limit, remaining } = startLimit({ RATE_LIMIT_ANONYMOUS: '2' });
    const network = (n: number, site = '2001:db8:7') => asker(`${site}:${n.toString(16)}::1`);
    for (let n = 0; n < 9; n++) expect([remaining(network(n)), remaining(network(n))]).to.deep.equal([1, 0]);
    for (let i = 0; i < 5; i++) expect(limit(network(0), 'request')).to.include({ allowed: false }); // takes nothing from the site
    expect([remaining(network(9)), remaining(network(9))]).to.deep.equal([1, 0]);
    const refused = limit(network(10), 'request') as Quota;
    expect(refused).to.include({ allowed: false, remaining: 0, freedInMs: 60_000 });
    expect(refused.policy).to.include({ name: 'anonymous-site', limit: 20 });
    expect(remaining(network(10, '2001:db8:8'))).to.equal(1);
    expect(remaining(here)).to.equal(1);
  });

  it('counts a /48 of IPv6 also where the limiter answers later', async () => {
    const memory = createMemoryLimiter({ now: () => 0 });
    const limiter = { take: async (key: string, max: number) => memory.take(key, max) };
    const { limit } = startLimit({ RATE_LIMIT_ANONYMOUS: '1' }, { limiter });
    const take = async (n: number) => (await limit(asker(`2001:db8:7:${n}::1`), 'request'))!.allowed;
    const allowed = await Promise.all(Array.from({ length: 12 }, (_, n) => take(n)));
    expect(allowed.filter(Boolean).length).to.equal(10);
    expect(await take(0)).to.equal(false);
  });

  it('returns an immediate verdict without a promise', () => {
    expect(startLimit({}).limit(here, 'request')).to.not.be.instanceOf(Promise);
  });

  it('trusts as many entries of X-Forwarded-For as TRUST_PROXY allows', () => {
    const direct = startLimit({});
    expect(direct.remaining(asker('192.0.2.1', '203.0.113.1'))).to.equal(299);
    expect(direct.remaining(asker('192.0.2.1', '203.0.113.2'))).to.equal(298);
    const behind = startLimit({ TRUST_PROXY: '1' });
    expect(behind.remaining(asker('192.0.2.1', 'forged, 203.0.113.1'))).to.equal(299);
    expect(behind.remaining(asker('192.0.2.1', '203.0.113.2'))).to.equal(299);
    expect(behind.remaining(asker('192.0.2.9', 'other, 203.0.113.1'))).to.equal(298);
  });

  it('counts tiles with other requests, separately, or not at all', () => {
    const counted = startLimit({ RATE_LIMIT_TILES: 'count' });
    expect([counted.remaining(here, 'tile'), counted.remaining(here)]).to.deep.equal([299, 298]);
    const apart = startLimit({ RATE_LIMIT_TILES: 'separate' });
    expect([apart.remaining(here, 'tile'), apart.remaining(here)]).to.deep.equal([2999, 299]);
    expect((apart.limit(here, 'tile') as Quota).policy).to.include({ name: 'anonymous-tiles', limit: 3000 });
    const exempt = startLimit({ RATE_LIMIT_TILES: 'exempt' });
    expect([exempt.remaining(here, 'tile'), exempt.remaining(here)]).to.deep.equal([undefined, 299]);
  });

  for (const [how, fail] of [
    ['rejects', () => Promise.reject(new UpstreamError('redis', 'refused'))],
    [
      'throws',
      () => {
        throw new TypeError('no limit');
      },
    ],
  ] as const) {
    it(`allows requests while the limiter ${how}, logs it, and retries after a second`, async () => {
      let asked = 0;
      let at = 0;
      const { log, messages } = recordingLog();
      const take = () => {
        asked++;
        return fail();
      };
      const { limit } = startLimit({}, { limiter: { take }, log, now: () => at });
      for (at = 0; at < 3000; at += 100) expect(await limit(here, 'request'), String(at)).to.equal(undefined);
      expect(asked).to.equal(3);
      expect(messages().filter((line) => line.includes('not counted')).length).to.equal(3);
    });
  }

  it('logs an unavailable limiter once, also with many waiting requests', async () => {
    const { log, messages } = recordingLog();
    const take = () => Promise.reject(new UpstreamError('redis', 'refused'));
    const { limit } = startLimit({}, { limiter: { take }, log });
    await Promise.all(Array.from({ length: 50 }, async () => limit(here, 'request')));
    expect(messages().length).to.equal(1);
  });

  describe('with an API key', () => {
    const keys: Record<string, KeyVerdict> = { good: ann, other: { ...ann, id: 8 }, bad: 'invalid', away: 'unknown' };
    const findKey = (text: string): KeyVerdict => keys[text];
    const withKey = (text: string, address = '192.0.2.1'): Client => ({ address, headers: { 'x-api-key': text } });

    it('counts by key, whatever the address, up to RATE_LIMIT_KEY', () => {
      const { limit, remaining } = startLimit({ RATE_LIMIT_ANONYMOUS: '1', RATE_LIMIT_KEY: '5' }, { findKey });
      expect([remaining(here), remaining(here)]).to.deep.equal([0, 0]);
      expect(remaining(withKey('good'))).to.equal(4);
      expect(remaining(withKey('good', '192.0.2.2'))).to.equal(3);
      expect(remaining(withKey('other'))).to.equal(4);
      expect((limit(withKey('good'), 'request') as Quota).policy).to.include({ name: 'key', limit: 5 });
    });

    it('counts the keys of unconfirmed accounts of a network as one key, wherever they are used', () => {
      const shared = (id: number, network: string) => ({ id, portion: `unconfirmed ${network}`, isShared: true });
      const found: Record<string, KeyVerdict> = {
        a: shared(1, '192.0.2.0/24'),
        b: shared(2, '192.0.2.0/24'),
        c: shared(3, '198.51.100.0/24'),
        own: { id: 4, portion: 'account 4', isShared: false },
      };
      const { limit, remaining } = startLimit({ RATE_LIMIT_KEY: '4' }, { findKey: (text) => found[text] });
      expect([remaining(withKey('a')), remaining(withKey('b', '203.0.113.1'))]).to.deep.equal([3, 2]);
      expect(limit(withKey('a'), 'request')).to.include({ portion: 'unconfirmed 192.0.2.0/24' });
      expect(remaining(withKey('b', '203.0.113.2'))).to.equal(0);
      const refused = limit(withKey('b', '203.0.113.3'), 'request') as Quota;
      expect(refused.policy).to.include({ name: 'unconfirmed', limit: 4 });
      expect(refusalOf(refused)?.detail).to.match(/^Rate limit exceeded: 4 requests per minute; .* confirm yours/);
      expect(remaining(withKey('own'))).to.equal(3);
      expect(remaining(here)).to.equal(299);
      // Accounts of many networks, used in one, count there together.
      expect(remaining(withKey('c', '203.0.113.9'))).to.equal(1);
      for (let i = 0; i < 2; i++) remaining(withKey('c', '203.0.113.8'));
      expect(refusalOf(limit(withKey('c', '203.0.113.8'), 'request') as Quota)).to.include({ status: 429 });
      expect(remaining(withKey('c', '192.0.2.200'))).to.equal(0);
    });

    it('counts what is exempt only with an invalid key', () => {
      const { limit, remaining } = startLimit({}, { findKey });
      expect([limit(here, 'exempt'), limit(withKey('good'), 'exempt')]).to.deep.equal([undefined, undefined]);
      expect(refusalOf(limit(withKey('bad'), 'exempt') as Quota)).to.include({ status: 401 });
      expect(remaining(here)).to.equal(298);
    });

    it('counts an invalid key against the address, and refuses it', () => {
      for (const tiles of ['count', 'separate', 'exempt']) {
        const { limit } = startLimit({ RATE_LIMIT_ANONYMOUS: '2', RATE_LIMIT_TILES: tiles }, { findKey });
        for (const as of ['request', 'tile'] as const) {
          const quota = limit(withKey('bad'), as) as Quota;
          expect(refusalOf(quota), `${tiles} ${as}`).to.include({ status: 401 });
        }
      }
      const { limit } = startLimit({ RATE_LIMIT_ANONYMOUS: '1' }, { findKey });
      expect(refusalOf(limit(withKey('bad'), 'request') as Quota)).to.include({ status: 401 });
      expect(refusalOf(limit(here, 'request') as Quota)).to.include({ status: 429 });
      expect(refusalOf(limit(withKey('bad'), 'request') as Quota)).to.include({ status: 429 });
    });

    it('counts by address while keys cannot be looked up', () => {
      const { limit } = startLimit({}, { findKey });
      expect((limit(withKey('away'), 'request') as Quota).policy.name).to.equal('anonymous');
    });

    it('refuses an invalid key also while the limiter is unavailable', async () => {
      const limiter = { take: () => Promise.reject(new UpstreamError('redis', 'away')) };
      const { limit } = startLimit({}, { findKey, limiter });
      expect(await limit(withKey('good'), 'request')).to.equal(undefined);
      expect(refusalOf((await limit(withKey('bad'), 'request'))!)).to.include({ status: 401 });
    });

    it('waits for a lookup only if the key is not in memory', async () => {
      const { limit } = startLimit({}, { findKey: async () => ann });
      const quota = limit(withKey('good'), 'request');
      expect(quota).to.be.instanceOf(Promise);
      expect((await quota)?.policy.name).to.equal('key');
      expect(limit(here, 'request')).to.not.be.instanceOf(Promise);
    });
  });
});
