import { type Log, messageOf, UpstreamError } from '@severe/base';
import type { RedisLink } from '../redis/link.ts';
import { createListeners } from './listeners.ts';
import type { Pubsub } from './port.ts';

/** KEYS: where in a cluster. ARGV: channel, message. */
const announceScript = `return redis.call('PUBLISH', ARGV[1], ARGV[2])`;

/**
 * An event bus over Redis, on channels named `<prefix>:events:<channel>`. All events of an installation are published by one node
 * of a cluster, which the key `<prefix>:events:` decides: over several, a later one would overtake. It publishes over the link and subscribes on its
 * own connection. After a lost connection, all channels are subscribed again.
 */
export async function openRedisPubsub(link: RedisLink, log: Log): Promise<Pubsub> {
  const listeners = createListeners(log);
  const start = `${link.prefix}:events:`;
  // We resubscribe instead of the client, because the listeners may have changed meanwhile.
  const subscriber = link.subscriber('subscriber', { autoResubscribe: false });

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
    async announce(channel, message) {
      const text = JSON.stringify(message);
      try {
        await link.run((redis) => redis.eval(announceScript, 1, start, start + channel, text));
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error;
        log.debug({ channel, reason: error.message }, 'an event was not announced; others read the rows later');
      }
    },

    async subscribe(channel, listener) {
      const own = (message: never) => listener(message); // returns its promise
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
          // The channel has no listener. A new connection will not subscribe it; until then its messages are ignored.
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
