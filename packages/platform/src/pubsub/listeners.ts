import type { Log } from '@severe/base';

type Listener = (message: never) => unknown;

/** Who listens to which channel in this process. */
export interface Listeners {
  channels(): string[];
  add(channel: string, listener: Listener): void;
  /** Whether it was the last one of its channel. */
  remove(channel: string, listener: Listener): boolean;
  /** Gives a message, as JSON, to everybody who listens; each gets a copy of its own. */
  deliver(channel: string, text: string): void;
}

export function createListeners(log: Log): Listeners {
  const byChannel = new Map<string, Set<Listener>>();

  /** A listener may be an async function: its rejection is its own failure too, not the end of the process. */
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
