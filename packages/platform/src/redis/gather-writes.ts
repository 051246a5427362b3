import type { Redis } from 'ioredis';

/**
 * Sends what is written to Redis in one turn of the event loop together: the client calls the system for every command, and a server
 * with many requests at a time spends more on these calls than on the commands. A lone command leaves in the same turn as before.
 */
export function gatherWrites(redis: Redis): void {
  redis.on('connect', () => {
    const { stream } = redis;
    const write = stream.write.bind(stream);
    let gathers = false;
    const send = (): void => {
      gathers = false;
      stream.uncork();
    };
    stream.write = (...given: unknown[]): boolean => {
      if (!gathers) {
        gathers = true;
        stream.cork();
        setImmediate(send);
      }
      return (write as (...all: unknown[]) => boolean)(...given);
    };
  });
}
