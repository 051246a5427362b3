import { silentLog } from '@severe/base';
import { expect } from 'chai';
import { requireService } from '@severe/testing/services';
import { createRedisCache } from '../../src/cache/redis.ts';
import { openRedis, type RedisLink } from '../../src/redis/link.ts';
import { cacheContract } from './contract.ts';

describe('platform/cache/redis', () => {
  let link: RedisLink;
  before(async function () {
    link = await openRedis((await requireService(this, 'redis'))['REDIS_URL'], silentLog);
  });
  after(() => link?.close());

  describe('keeps the contract', () => cacheContract(async () => createRedisCache(link)));

  it('gives every key an end', async () => {
    const cache = createRedisCache(link);
    await cache.set('ends', 'x', 60);
    await cache.increment('ends too', 60);
    for (const key of ['ends', 'ends too']) {
      expect(await link.commands.pttl(`${link.prefix}:cache:${key}`)).to.be.within(1, 60_000);
    }
  });
});
