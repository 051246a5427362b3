import { UpstreamError } from '@severe/base';
import { startSimulator, type Simulator } from '@severe/simulator';
import { faults } from '@severe/simulator/testing/faults';
import { silentLog } from '@severe/base';
import { expect } from 'chai';
import { checkFeed, type FeedCheck } from '../../src/check/check-feed.ts';
import { createFeeds } from '../../src/feeds/index.ts';
import { HostGates } from '../../src/fetch/host-gates.ts';
import { whyUnreached } from '../../src/fetch/why-unreached.ts';
import { feedContext } from '../support/stand-ins.ts';

const now = new Date('2026-05-20T22:18:00Z');

/** Faults that keep a request waiting for a minute or cost a core for seconds; the matrix of faults has them all. */
const tooLong = new Set(['slow', 'huge']);

describe('check-feed', function () {
  this.timeout(120_000);
  let simulator: Simulator;
  let means: Awaited<ReturnType<typeof feedContext>>;
  before(async () => {
    simulator = await startSimulator({ port: 0, seed: 1, clock: () => now, log: silentLog });
    means = await feedContext(undefined as never, () => now);
  });
  after(async () => {
    await means.close();
    await simulator.close();
  });

  const check = (id: string, providers: string, maxBytes = 1e9): Promise<FeedCheck> => {
    const feed = createFeeds().find((each) => each.id === id)!;
    const settings = { ...means.context.settings, providers, providerHosts: {} };
    const gates = new HostGates(() => ({ concurrent: 100, perSecond: 1000 }));
    return checkFeed(feed, { context: { ...means.context, settings }, gates, maxBytes });
  };

  it('says what a provider has answered: requests, bytes, newest content, rows', async () => {
    const { ms, aheadMs, newest, bytes, ...found } = await check('nws-alerts', simulator.url);
    expect(found).to.deep.equal({
      feed: 'nws-alerts',
      source: 'alerts',
      state: 'ok',
      hosts: { 'api.weather.gov': 1 },
      rows: 23,
      refused: [],
      unknownWords: [],
    });
    expect(newest!.getTime()).to.be.within(now.getTime() - 600_000, now.getTime());
    expect(bytes).to.be.above(10_000);
    expect(ms).to.be.above(0);
    expect(Math.abs(aheadMs!)).to.be.below(60_000);
  });

  it('takes the newest time of files from their jobs, and ends when it has seen enough', async () => {
    const { state, rows, newest, bytes, hosts } = await check('mrms', simulator.url, 100_000);
    expect([state, rows]).to.deep.equal(['ok', null]);
    expect(newest!.getTime()).to.be.within(now.getTime() - 3_600_000, now.getTime());
    expect(bytes).to.be.below(2e6);
    expect(Object.values(hosts)[0]).to.be.within(1, 15);
  });

  it('tells a feed that asks nobody from one that is fine', async () => {
    expect(await check('counties', simulator.url)).to.deep.include({ state: 'idle', hosts: {} });
  });

  for (const { id } of faults.filter((fault) => fault.reply && !tooLong.has(fault.id))) {
    it(`has one line for a provider with the fault ${id}`, async () => {
      const { state, why, hosts } = await check('nws-alerts', `${simulator.url}/faults/${id}`);
      expect(state).to.equal('failed');
      expect(hosts['api.weather.gov'], 'answers').to.be.at.least(1);
      expect(why).to.match(/^[^\n]{10,300}$/);
    });
  }

  it('names a host that does not exist or refuses, and what can be done', async () => {
    const { state, why, hosts } = await check('nws-alerts', 'http://127.0.0.1:2');
    expect([state, hosts]).to.deep.equal(['failed', { 'api.weather.gov': 0 }]);
    expect(why).to.equal('api.weather.gov: the connection is refused; is a proxy needed (HTTPS_PROXY)? (ECONNREFUSED)');
  });

  it('explains the failures of networks, names, certificates and proxies', () => {
    const failing = (code: string): Error => {
      const cause = Object.assign(new Error('x'), { code });
      return new UpstreamError('a.example', 'does not respond', { cause: new TypeError('fetch failed', { cause }) });
    };
    expect(whyUnreached(failing('ENOTFOUND'))).to.match(/name is not known.*HTTPS_PROXY/);
    expect(whyUnreached(failing('CERT_NOT_YET_VALID'))).to.match(/clock/);
    expect(whyUnreached(failing('SELF_SIGNED_CERT_IN_CHAIN'))).to.match(/NODE_EXTRA_CA_CERTS/);
    expect(whyUnreached(new Error('Proxy response (407) !== 200 when HTTP Tunneling'))).to.match(/proxy refuses.*407/);
    const both = new AggregateError([failing('ENETUNREACH'), failing('ETIMEDOUT')]);
    expect(whyUnreached(both)).to.match(/no way to its network/);
    expect(whyUnreached(new Error('something else'))).to.equal(undefined);
  });
});
