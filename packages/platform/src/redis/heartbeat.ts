import type { Redis } from 'ioredis';

/**
 * Closes a connection whose peer has vanished without notice, so that the client reconnects: a connection that only
 * subscribes sends nothing and would wait forever.
 *
 * The `socketTimeout` of the client is not used: its timer outlives the connection, keeps the process alive, and closes
 * the next connection.
 *
 * @param silenceMs interval of the pings, and timeout of a response
 */
export function keepHeartbeat(redis: Redis, silenceMs: number): void {
  let awaitsPong = false;
  const answered = (): void => void (awaitsPong = false);

  const timer = setInterval(() => {
    if (redis.status !== 'ready') return;
    if (awaitsPong) return void redis.stream.destroy(new Error(`no response for ${silenceMs} ms`));
    awaitsPong = true;
    redis.ping().then(answered, (error: Error) => {
      if (error.name === 'ReplyError') answered(); // an error reply is a response
    });
  }, silenceMs);
  timer.unref();

  redis.on('close', answered); // the next connection has sent no ping yet
  redis.on('end', () => clearInterval(timer));
}
