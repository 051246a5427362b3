import { type Log, silentLog, UpstreamError } from '@severe/base';
import type { Pubsub } from '@severe/platform';
import { expect } from 'chai';
import { requireService } from '@severe/testing/services';
import { openRedisPubsub } from '../../src/pubsub/redis.ts';
import { openRedis } from '../../src/redis/link.ts';
import { openRelay, type Relay } from '../support/relay.ts';
import { until } from '@severe/testing/until';
import { rejection } from '../support/wait.ts';
import { pubsubContract } from './contract.ts';

describe('platform/pubsub/redis', () => {
  let url: string;
  const closers: (() => Promise<void>)[] = [];
  before(async function () {
    url = (await requireService(this, 'redis'))['REDIS_URL'];
  });
  after(async () => {
    for (const close of closers.reverse()) await close();
  });

  async function open(address: string, log: Log = silentLog): Promise<Pubsub> {
    const link = await openRedis({ redisUrl: address }, log, { commandMs: 300, silenceMs: 300 });
    const pubsub = await openRedisPubsub(link, log);
    closers.push(
      () => link.close(),
      () => pubsub.close(),
    );
    return pubsub;
  }

  describe('fulfils the contract', () => pubsubContract((_, log) => open(url, log)));

  it('reaches other processes, but no other installations on the same Redis', async () => {
    const [here, there, stranger] = await Promise.all([open(url), open(url), open(`${url}-stranger`)]);
    const heard: object[] = [];
    await there.subscribe('across', (message) => void heard.push(message));
    await stranger.subscribe('across', () => expect.fail('a message of another installation'));
    await here.announce('across', { n: 1 });
    await until(() => heard.length === 1);
    await stranger.announce('across', { n: 2 });
    expect(heard).to.deep.equal([{ n: 1 }]);
  });

  it('ignores what is not JSON', async () => {
    const [pubsub, link] = await Promise.all([open(url), openRedis({ redisUrl: url }, silentLog)]);
    closers.push(() => link.close());
    const heard: object[] = [];
    await pubsub.subscribe('json', (message) => void heard.push(message));
    await link.commands.publish(`${link.prefix}:events:json`, '{"n":');
    await link.commands.publish(`${link.prefix}:events:json`, '{"n":1}');
    await until(() => heard.length === 1);
    expect(heard).to.deep.equal([{ n: 1 }]);
  });

  for (const [how, harm] of [
    ['cut', (relay: Relay) => relay.cut().then(() => relay.mend())],
    ['silent', async (relay: Relay) => relay.block()],
  ] as const) {
    it(`subscribes again when the connection was ${how}`, async () => {
      const relay = await openRelay(Number(new URL(url).port));
      closers.push(() => relay.close());
      const pubsub = await open(url.replace(/:\d+\//, `:${relay.port}/`));
      const direct = await open(url);
      const heard = new Set<string>();
      await pubsub.subscribe(`again ${how} a`, () => void heard.add('a'));
      await pubsub.subscribe(`again ${how} b`, () => void heard.add('b'));
      const end = await pubsub.subscribe(`again ${how} c`, () => void heard.add('c'));
      await end();
      await harm(relay);
      await until(async () => {
        for (const channel of ['a', 'b', 'c']) await direct.announce(`again ${how} ${channel}`, {});
        return heard.size >= 2;
      });
      expect([...heard].sort()).to.deep.equal(['a', 'b']);
    });
  }

  it('announces nothing while Redis is unavailable, and refuses subscriptions at once', async () => {
    const relay = await openRelay(Number(new URL(url).port));
    closers.push(() => relay.close());
    const pubsub = await open(url.replace(/:\d+\//, `:${relay.port}/`));
    const end = await pubsub.subscribe('away', () => undefined);
    await relay.cut();
    await until(() =>
      pubsub.ping().then(
        () => false,
        () => true,
      ),
    );
    await pubsub.announce('away', {});
    expect(await rejection(pubsub.subscribe('away', () => undefined))).to.be.instanceOf(UpstreamError);
    await end();
  });
});
