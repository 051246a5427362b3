import type { Log, Settings } from '@severe/base';
import type { Cache } from './cache/port.ts';
import type { Objects } from './objects/port.ts';
import type { Pubsub } from './pubsub/port.ts';
import type { Queue } from './queue/port.ts';

export interface Platform {
  objects: Objects;
  queue: Queue;
  cache: Cache;
  pubsub: Pubsub;
  close(): Promise<void>;
}

/** Opens the four ports as the settings say: files or S3, in-process or Redis. */
export declare function openPlatform(settings: Settings, log: Log): Promise<Platform>;
/** The object store alone, for threads that need nothing else. */
export declare function openObjects(settings: Settings): Promise<Objects>;
