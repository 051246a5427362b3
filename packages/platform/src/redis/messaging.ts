import type { Log } from '@severe/base';
import { createRedisLimiter } from '../limiter/redis.ts';
import { messagingOf, type Messaging } from '../messaging.ts';
import { openRedisPubsub } from '../pubsub/redis.ts';
import { createBullQueue } from '../queue/bull.ts';
import type { RedisPlace } from './address.ts';
import { openRedis } from './link.ts';

/** Queue, events and rate limits that processes with the same Redis share. */
export async function openRedisMessaging(place: RedisPlace, log: Log): Promise<Messaging> {
  const link = await openRedis(place, log);
  const pubsub = await openRedisPubsub(link, log).catch(async (error: unknown) => {
    await link.close();
    throw error;
  });
  const ports = { queue: createBullQueue(link, log), pubsub, limiter: createRedisLimiter(link) };
  return messagingOf(ports, () => link.close());
}
