import { join, resolve } from 'node:path';
import type { Log, Settings } from '@severe/base';
import { createMemoryLimiter } from './limiter/memory.ts';
import { messagingOf, type Messaging } from './messaging.ts';
import { openFiles } from './objects/files.ts';
import type { Objects } from './objects/port.ts';
import { s3AddressOf } from './objects/s3-address.ts';
import { createMemoryPubsub } from './pubsub/memory.ts';
import { createMemoryQueue } from './queue/memory.ts';

export interface Platform extends Messaging {
  objects: Objects;
  /** Whether processes with the same settings share queue, events and rate limits; false without Redis. */
  shared: boolean;
}

/**
 * Opens the four ports according to the settings: files or S3, in memory or Redis. The libraries of what is not used are not
 * loaded.
 *
 * @throws {StartError} one line with the store, its address and the cause
 */
export async function openPlatform(settings: Settings, log: Log): Promise<Platform> {
  const objects = await openObjects(settings);
  if (!settings.redisUrl) return { objects, ...openMemoryMessaging(log), shared: false };
  const { openRedisMessaging } = await import('./redis/messaging.ts');
  return { objects, ...(await openRedisMessaging(settings, log)), shared: true };
}

/**
 * Opens the object store only, for worker threads. It needs no close: its connections do not keep a process alive.
 *
 * @throws {StartError} one line with the store, its address and the cause
 */
export async function openObjects(settings: Settings): Promise<Objects> {
  if (!settings.s3Endpoint) return openFiles(resolve(join(settings.dataDir, 'objects')));
  const { openS3 } = await import('./objects/s3.ts');
  return openS3(s3AddressOf(settings));
}

function openMemoryMessaging(log: Log): Messaging {
  return messagingOf({
    queue: createMemoryQueue(log),
    pubsub: createMemoryPubsub(log),
    limiter: createMemoryLimiter(),
  });
}
