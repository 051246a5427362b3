import type { Log } from '@severe/base';

type Listener = (message: never) => unknown;

/** Listeners of this process by channel. */
interface Listeners {
  channels(): string[];
  add(channel: string, listener: Listener): void;
  /** Removes a listener; returns whether it was the last one of its channel. */
  remove(channel: string, listener: Listener): boolean;
  /** Delivers a JSON message to all listeners of a channel; each gets its own copy. */
  deliver(channel: string, text: string): void;
}

export function createListeners(log: Log): Listeners {
  const byChannel = new Map<string, Set<Listener>>();

  /** A listener may be an async function: its rejection is logged and does not end the process. */
  async function tell(channel: string, listener: Listener, text: string): Promise<void> {
    try {
      await listener(JSON.parse(text) as never);
    } catch (error) {
      log.error({ err: error, channel }, 'a listener failed');
    }
  }

  return {
    channels: () => [...byChannel.keys()],
    add(channel, listener) {
      const listeners = byChannel.get(channel) ?? new Set();
      byChannel.set(channel, listeners.add(listener));
    },
    remove(channel, listener) {
      const listeners = byChannel.get(channel);
      if (!listeners?.delete(listener) || listeners.size > 0) return false;
      return byChannel.delete(channel);
    },
    deliver(channel, text) {
      for (const listener of byChannel.get(channel) ?? []) void tell(channel, listener, text);
    },
  };
}
