import type { Redis } from 'ioredis';

/**
 * Ends a connection whose other side has vanished without a word, so that the client makes a new one: a connection that
 * only listens sends nothing and would wait for ever.
 *
 * The client has a `socketTimeout` for this, but its timer outlives the connection: it keeps a process from ending, and
 * strikes the next connection when the first one was lost while it ran.
 *
 * @param silenceMs how often it asks, and how long an answer may take
 */
export function keepHeartbeat(redis: Redis, silenceMs: number): void {
  let owesAnswer = false;
  const answered = (): void => void (owesAnswer = false);

  const timer = setInterval(() => {
    if (redis.status !== 'ready') return;
    if (owesAnswer) return void redis.stream.destroy(new Error(`it was silent for ${silenceMs} ms`));
    owesAnswer = true;
    redis.ping().then(answered, (error: Error) => {
      if (error.name === 'ReplyError') answered(); // a refusal is an answer
    });
  }, silenceMs);
  timer.unref();

  redis.on('close', answered); // the next connection owes nothing yet
  redis.on('end', () => clearInterval(timer));
}
