import type { Limiter } from './limiter/port.ts';
import type { Pubsub } from './pubsub/port.ts';
import type { Queue } from './queue/port.ts';

/** The ports that carry something between processes, or within the only one. */
export interface Messaging {
  queue: Queue;
  pubsub: Pubsub;
  limiter: Limiter;
  close(): Promise<void>;
}

/** Closes the queue first, because the work that it has started may use the rest, and their connection last. */
export function messagingOf(
  ports: Omit<Messaging, 'close'>,
  closeConnection: () => Promise<void> = async () => undefined,
): Messaging {
  const { queue, pubsub, limiter } = ports;
  return {
    ...ports,
    async close() {
      await queue.close();
      await Promise.all([pubsub.close(), limiter.close()]);
      await closeConnection();
    },
  };
}
