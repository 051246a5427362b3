import type { Limiter } from './limiter/port.ts';
import type { Pubsub } from './pubsub/port.ts';
import type { Queue } from './queue/port.ts';

/** The ports that carry something between processes, or within the only one. */
export interface Messaging {
  queue: Queue;
  pubsub: Pubsub;
  limiter: Limiter;
  /** Closes the queue first, because the work that it has started may use the rest. */
  close(): Promise<void>;
}
