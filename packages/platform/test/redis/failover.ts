import { setTimeout as pause } from 'node:timers/promises';
import { silentLog } from '@severe/base';
import { expect } from 'chai';
import { until } from '@severe/testing/until';
import { createRedisLimiter } from '../../src/limiter/redis.ts';
import { openRedisPubsub } from '../../src/pubsub/redis.ts';
import { createBullQueue } from '../../src/queue/bull.ts';
import type { RedisLink } from '../../src/redis/link.ts';

/** Enough for one name on each node of a cluster. */
const names = Array.from({ length: 8 }, (_, i) => `work.${i}`);

/** Uses limits, wake-ups and events all the time, does harm to a server, and expects all of them to go on. Calls may be lost meanwhile. */
export async function useUnderFailover(link: RedisLink, harm: () => Promise<unknown>): Promise<void> {
  const limiter = createRedisLimiter(link);
  const queue = createBullQueue(link, silentLog, { lockMs: 2000, stalledMs: 500, blockedS: 1 });
  const pubsub = await openRedisPubsub(link, silentLog);
  const taken = new Map<string, number>();
  const woken = new Map<string, number>();
  const heard = new Map<string, number>();
  const count = (counts: Map<string, number>, name: string): unknown => counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const name of names) {
    queue.onWake(name, 1, async () => void count(woken, name));
    await pubsub.subscribe(name, () => void count(heard, name));
  }

  const over = new AbortController();
  const load = Promise.all(
    names.map(async (name) => {
      while (!over.signal.aborted) {
        await Promise.all([
          Promise.resolve(limiter.take(name, 1000)).then(
            () => count(taken, name),
            () => undefined,
          ),
          queue.wake(name),
          pubsub.announce(name, {}),
        ]);
        await pause(20);
      }
    }),
  );
  const goOn = async (): Promise<void> => {
    for (const counts of [taken, woken, heard]) counts.clear();
    const all = (): boolean =>
      [taken, woken, heard].every((counts) => names.every((name) => (counts.get(name) ?? 0) > 5));
    await until(all);
  };
  try {
    await goOn();
    await harm();
    await goOn();
    const verdict = await limiter.take(names[0], 1000);
    expect(verdict.allowed).to.equal(true);
    expect(verdict.remaining, 'counts go on').to.be.below(999);
  } finally {
    over.abort();
    await load;
    await queue.close();
    await pubsub.close();
  }
}
