import { join, resolve } from 'node:path';
import type { Log, Settings } from '@severe/base';
import { createMemoryCache } from './cache/memory.ts';
import type { Cache } from './cache/port.ts';
import { createRedisCache } from './cache/redis.ts';
import { createMemoryLimiter } from './limiter/memory.ts';
import type { Limiter } from './limiter/port.ts';
import { createRedisLimiter } from './limiter/redis.ts';
import { openFiles } from './objects/files.ts';
import type { Objects } from './objects/port.ts';
import { openS3 } from './objects/s3.ts';
import { createMemoryPubsub } from './pubsub/memory.ts';
import type { Pubsub } from './pubsub/port.ts';
import { openRedisPubsub } from './pubsub/redis.ts';
import { createBullQueue } from './queue/bull.ts';
import { createMemoryQueue } from './queue/memory.ts';
import type { Queue } from './queue/port.ts';
import { openRedis } from './redis/link.ts';

export interface Platform {
  objects: Objects;
  queue: Queue;
  cache: Cache;
  pubsub: Pubsub;
  limiter: Limiter;
  /** Whether other processes with the same settings see the same queue, cache, events and counts; not so without Redis. */
  shared: boolean;
  /** Ends the queue first, whose handlers may still need the rest. */
  close(): Promise<void>;
}

type Means = Pick<Platform, 'queue' | 'cache' | 'pubsub' | 'limiter' | 'close'>;

/**
 * Opens the five ports as the settings say: files or S3, in-process or Redis.
 *
 * @throws {StartError} one line that names the store, its address, and what is wrong
 */
export async function openPlatform(settings: Settings, log: Log): Promise<Platform> {
  const objects = await openObjects(settings);
  const means = settings.redisUrl ? await openSharedMeans(settings.redisUrl, log) : openOwnMeans(log);
  return { objects, ...means, shared: Boolean(settings.redisUrl) };
}

/**
 * The object store alone, for threads that need nothing else. It needs no closing: its connections keep no process alive.
 *
 * @throws {StartError} one line that names the store, its address, and what is wrong
 */
export function openObjects(settings: Settings): Promise<Objects> {
  if (!settings.s3Endpoint) return openFiles(resolve(join(settings.dataDir, 'objects')));
  return openS3({
    endpoint: settings.s3Endpoint,
    bucket: settings.s3Bucket,
    accessKey: settings.s3AccessKey,
    secretKey: settings.s3SecretKey,
    region: settings.s3Region,
  });
}

function openOwnMeans(log: Log): Means {
  const queue = createMemoryQueue(log);
  const cache = createMemoryCache();
  const pubsub = createMemoryPubsub(log);
  const limiter = createMemoryLimiter();
  return {
    queue,
    cache,
    pubsub,
    limiter,
    async close() {
      await queue.close();
      await Promise.all([pubsub.close(), cache.close(), limiter.close()]);
    },
  };
}

async function openSharedMeans(url: string, log: Log): Promise<Means> {
  const link = await openRedis(url, log);
  const pubsub = await openRedisPubsub(link, log).catch(async (error: unknown) => {
    await link.close();
    throw error;
  });
  const queue = createBullQueue(link, log);
  const cache = createRedisCache(link);
  const limiter = createRedisLimiter(link);
  return {
    queue,
    cache,
    pubsub,
    limiter,
    async close() {
      await queue.close();
      await Promise.all([pubsub.close(), cache.close(), limiter.close()]);
      await link.close();
    },
  };
}
