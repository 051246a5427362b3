import type { RedisLink } from '../redis/link.ts';
import type { Cache } from './port.ts';
import { ttlMs } from './ttl.ts';

/** One step, so that no count is ever left without an end. */
const INCREMENT = `
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return count`;

/** A cache in Redis, under `<prefix>:cache:`. The link belongs to whoever opened it; closing the cache leaves it open. */
export function createRedisCache(link: RedisLink): Cache {
  const name = (key: string): string => `${link.prefix}:cache:${key}`;
  return {
    get: (key) => link.run(async (redis) => (await redis.get(name(key))) ?? undefined),

    async set(key, value, ttlSeconds) {
      const ms = ttlMs(ttlSeconds);
      await link.run((redis) => redis.set(name(key), value, 'PX', ms));
    },

    async increment(key, ttlSeconds) {
      const ms = ttlMs(ttlSeconds);
      return Number(await link.run((redis) => redis.eval(INCREMENT, 1, name(key), ms)));
    },

    ping: () => link.ping(),
    async close() {},
  };
}
