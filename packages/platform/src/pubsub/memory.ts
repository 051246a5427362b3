import type { Log } from '@severe/base';
import { createListeners } from './listeners.ts';
import type { Pubsub } from './port.ts';

/** An event bus in the memory of this process. */
export function createMemoryPubsub(log: Log): Pubsub {
  const listeners = createListeners(log);
  let closed = false;

  return {
    async announce(channel, message) {
      if (closed) return log.debug({ channel }, 'the event bus is closed, and announces nothing');
      const text = JSON.stringify(message);
      // Deferred, so that no listener runs during the call.
      setImmediate(() => !closed && listeners.deliver(channel, text));
    },

    async subscribe(channel, listener) {
      // A function may subscribe twice; each subscription ends separately.
      const own = (message: never) => listener(message); // returns its promise
      listeners.add(channel, own);
      return async () => {
        listeners.remove(channel, own);
      };
    },

    async ping() {},

    async close() {
      closed = true;
    },
  };
}
