import type { Log } from '@severe/base';
import { createListeners } from './listeners.ts';
import type { Pubsub } from './port.ts';

/** An event bus inside this process; no other process hears it. */
export function createMemoryPubsub(log: Log): Pubsub {
  const listeners = createListeners(log);
  let closed = false;

  return {
    async publish(channel, message) {
      if (closed) throw new Error(`the event bus is closed, and takes nothing for ${channel}`);
      const text = JSON.stringify(message);
      // Later, so that nobody hears of a thing inside the call that announces it.
      setImmediate(() => !closed && listeners.deliver(channel, text));
    },

    async subscribe(channel, listener) {
      // One function may listen twice, and each subscription ends alone.
      const own = (message: never) => listener(message); // a promise that it may give is passed on
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
