import { join, resolve } from 'node:path';
import type { Log, Settings } from '@severe/base';
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
  pubsub: Pubsub;
  limiter: Limiter;
  /** Whether processes with the same settings share queue, events and rate limits; false without Redis. */
  shared: boolean;
  /** Closes the queue first, because the work that it has started may use the rest. */
  close(): Promise<void>;
}

type Messaging = Pick<Platform, 'queue' | 'pubsub' | 'limiter' | 'close'>;

/**
 * Opens the four ports according to the settings: files or S3, in memory or Redis.
 *
 * @throws {StartError} one line with the store, its address and the cause
 */
export async function openPlatform(settings: Settings, log: Log): Promise<Platform> {
  const objects = await openObjects(settings);
  const messaging = settings.redisUrl ? await openRedisMessaging(settings.redisUrl, log) : openMemoryMessaging(log);
  return { objects, ...messaging, shared: Boolean(settings.redisUrl) };
}

/**
 * Opens the object store only, for worker threads. It needs no close: its connections do not keep a process alive.
 *
 * @throws {StartError} one line with the store, its address and the cause
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

function openMemoryMessaging(log: Log): Messaging {
  const queue = createMemoryQueue(log);
  const pubsub = createMemoryPubsub(log);
  const limiter = createMemoryLimiter();
  return {
    queue,
    pubsub,
    limiter,
    async close() {
      await queue.close();
      await Promise.all([pubsub.close(), limiter.close()]);
    },
  };
}

async function openRedisMessaging(url: string, log: Log): Promise<Messaging> {
  const link = await openRedis(url, log);
  const pubsub = await openRedisPubsub(link, log).catch(async (error: unknown) => {
    await link.close();
    throw error;
  });
  const queue = createBullQueue(link, log);
  const limiter = createRedisLimiter(link);
  return {
    queue,
    pubsub,
    limiter,
    async close() {
      await queue.close();
      await Promise.all([pubsub.close(), limiter.close()]);
      await link.close();
    },
  };
}
