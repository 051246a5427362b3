import { type Log, messageOf } from '@severe/base';
import type { RedisLink } from '../redis/link.ts';
import { createListeners } from './listeners.ts';
import type { Pubsub } from './port.ts';

/**
 * An event bus over Redis, on channels named `<prefix>:events:<channel>`. It publishes over the link, and listens on a
 * connection of its own; when that is lost, everything is subscribed again as soon as Redis is back.
 */
export async function openRedisPubsub(link: RedisLink, log: Log): Promise<Pubsub> {
  const listeners = createListeners(log);
  const start = `${link.prefix}:events:`;
  // Subscribing again is ours, and not the client's: what counts is who listens when Redis is back.
  const subscriber = link.connection('subscriber', { autoResubscribe: false });

  subscriber.on('message', (channel: string, text: string) => listeners.deliver(channel.slice(start.length), text));
  subscriber.on('ready', () => {
    const channels = listeners.channels().map((channel) => start + channel);
    if (channels.length === 0) return;
    subscriber.subscribe(...channels).catch((error: unknown) => {
      log.warn({ err: error }, 'events could not be subscribed again; the connection is made anew');
      subscriber.disconnect(true);
    });
  });
  await link.connect(subscriber);

  return {
    async publish(channel, message) {
      const text = JSON.stringify(message);
      await link.run((redis) => redis.publish(start + channel, text));
    },

    async subscribe(channel, listener) {
      const own = (message: never) => listener(message); // a promise that it may give is passed on
      listeners.add(channel, own);
      try {
        await link.guard(subscriber, () => subscriber.subscribe(start + channel));
      } catch (error) {
        listeners.remove(channel, own);
        throw error;
      }
      return async () => {
        if (!listeners.remove(channel, own) || subscriber.status !== 'ready') return;
        try {
          await subscriber.unsubscribe(start + channel);
        } catch (error) {
          // Nobody listens any more, and a new connection will not subscribe it: it only costs what still arrives.
          log.debug({ channel }, `unsubscribing failed: ${messageOf(error)}`);
        }
      };
    },

    ping: () => link.guard(subscriber, () => subscriber.ping()).then(() => undefined),

    async close() {
      subscriber.disconnect();
    },
  };
}
