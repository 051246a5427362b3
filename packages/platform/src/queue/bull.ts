import { setTimeout as pause } from 'node:timers/promises';
import { type Log, messageOf, UpstreamError } from '@severe/base';
import { continueTrace, currentTraceparent, type Traceparent } from '@severe/tracing';
import Bull from 'bull';
import type { Redis, RedisOptions } from 'ioredis';
import type { Client } from '../redis/clients.ts';
import type { RedisLink } from '../redis/link.ts';
import { checkedConcurrency, delayOf } from './options.ts';
import type { Queue } from './port.ts';

/** What a job carries; nothing, if an earlier release added it. */
interface Carried {
  traceparent?: Traceparent;
}

/** Timing of the recovery of jobs whose process died or whose connection is silent. */
interface BullTimes {
  /** Lifetime of the lock of a running job; renewed at half of it. */
  lockMs: number;
  /** Interval of the search for jobs without a lock; such a job is restarted at the second search. */
  stalledMs: number;
  /** Blocking time, in seconds, of the connection that waits for a job; a silent connection is detected after it. */
  blockedS: number;
}

const defaultTimings: BullTimes = { lockMs: 30_000, stalledMs: 15_000, blockedS: 5 };
const retryMs = 1000; // pause after a Redis error before the next job is requested
const closeMs = 3000; // timeout of closing Bull when no job runs

/** Options of subscribing and blocking connections: Bull needs them to wait for Redis instead of failing. */
const blockingOptions: RedisOptions = {
  enableReadyCheck: false,
  maxRetriesPerRequest: null,
  enableOfflineQueue: true,
  commandTimeout: undefined,
  lazyConnect: false,
};

/**
 * A queue in Redis through Bull: one Bull queue per job name, under `<prefix>:queue:<name>:`, and in a cluster under
 * `{<prefix>:queue:<name>}:<name>:`.
 *
 * Completed and failed jobs are removed at once, so that their ids can be used again. A job whose process dies is restarted
 * in another process, at most twice: work must be idempotent.
 */
export function createBullQueue(link: RedisLink, log: Log, times: Partial<BullTimes> = {}): Queue {
  const { lockMs, stalledMs, blockedS } = { ...defaultTimings, ...times };
  const queues = new Map<string, Bull.Queue<Carried>>();
  const running = new Map<string, Set<Promise<void>>>();
  const connections: Client[] = [];
  let subscriber: Redis | undefined;
  let closing: Promise<void> | undefined;

  function connectionFor(name: string, type: 'client' | 'subscriber' | 'bclient'): Client {
    if (type === 'client') return link.commands;
    if (type === 'subscriber' && subscriber) return subscriber;
    const called = `${type} of ${name}`;
    const made =
      type === 'subscriber'
        ? (subscriber = link.subscriber(called, blockingOptions))
        : link.blocking(called, blockingOptions, blockedS * 1000);
    connections.push(made);
    return made;
  }

  function queueOf(name: string): Bull.Queue<Carried> {
    let queue = queues.get(name);
    if (!queue) {
      queue = new Bull<Carried>(name, {
        // Scripts use all keys of a queue at once: a cluster has those with one tag on one node.
        prefix: link.isCluster ? `{${link.prefix}:queue:${name}}` : `${link.prefix}:queue`,
        createClient: (type) => connectionFor(name, type),
        settings: {
          lockDuration: lockMs,
          stalledInterval: stalledMs,
          maxStalledCount: 2,
          retryProcessDelay: retryMs,
          drainDelay: blockedS,
        },
      });
      // The link logs once that Redis is unavailable; here it would be logged for every attempt.
      queue.on('error', (error) => log.debug({ job: name }, `queue: ${messageOf(error)}`));
      queue.on('stalled', (job) => log.warn({ job: name, id: job.id }, 'a job was left behind and starts again'));
      queues.set(name, queue);
    }
    return queue;
  }

  /** Runs the work and counts it: Bull does not wait for it while Redis is unavailable. */
  function run(name: string, { data }: Bull.Job<Carried>, work: () => Promise<void>): Promise<void> {
    const active = running.get(name) ?? new Set();
    running.set(name, active);
    const done = continueTrace(data.traceparent ?? null, work)
      .catch((error: unknown) => {
        log.warn({ err: error, job: name }, 'a job failed');
        throw error;
      })
      .finally(() => active.delete(done));
    active.add(done);
    return done;
  }

  async function close(): Promise<void> {
    const ended = Promise.all([...queues.values()].map((queue) => queue.close()));
    await Promise.allSettled([...running.values()].flatMap((active) => [...active]));
    // Bull waits for Redis without a timeout.
    const enough = new AbortController();
    await Promise.race([ended, pause(closeMs, undefined, { signal: enough.signal })]);
    enough.abort();
    for (const redis of connections) redis.disconnect();
  }

  return {
    async wake(name, options = {}) {
      const delay = delayOf(options);
      const { id } = options;
      if (closing) return log.debug({ job: name }, 'the queue is closed, and wakes nobody');
      // Bull assigns numbers as ids to jobs without one; the prefix avoids a collision.
      const named = id === undefined ? {} : { jobId: `=${id}` };
      const carried = { traceparent: currentTraceparent() };
      try {
        await link.run(() =>
          queueOf(name).add(carried, { ...named, delay, removeOnComplete: true, removeOnFail: true }),
        );
      } catch (error) {
        // The link logs once that Redis is unavailable.
        const level = error instanceof UpstreamError ? 'debug' : 'warn';
        log[level]({ job: name, reason: messageOf(error) }, 'a worker was not woken; it finds its work later');
      }
    },

    onWake(name, concurrency, work) {
      if (running.has(name)) throw new Error(`${name} has a worker already`);
      const checked = checkedConcurrency(concurrency);
      running.set(name, new Set());
      queueOf(name)
        .process(checked, (job) => run(name, job, work))
        .catch((error: unknown) => {
          if (!closing) log.error({ err: error, job: name }, 'no more jobs are taken');
        });
    },

    async counts(name) {
      const counts = await link.run(() => queueOf(name).getJobCounts());
      return { waiting: counts.waiting + counts.delayed, active: counts.active };
    },

    ping: () => link.ping(),

    close: () => (closing ??= close()),
  };
}
