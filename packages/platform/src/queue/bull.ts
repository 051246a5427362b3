import { setTimeout as pause } from 'node:timers/promises';
import { type Log, messageOf } from '@severe/base';
import Bull from 'bull';
import type { Redis, RedisOptions } from 'ioredis';
import type { RedisLink } from '../redis/link.ts';
import { checkedConcurrency, checkedOptions, MAX_PRIORITY } from './options.ts';
import type { JobOptions, Queue } from './port.ts';

/** How soon the job of a process that died, or of a connection that went silent, goes to another one. */
export interface BullTimes {
  /** A running job's lock ends after this long unless it is renewed, which happens at half of it. */
  lockMs: number;
  /** How often jobs without a lock are looked for; such a job is taken up at the second look. */
  stalledMs: number;
  /** How many seconds the connection blocks that waits for a job; a silent one is noticed only after that. */
  blockedS: number;
}

const DEFAULT_TIMES: BullTimes = { lockMs: 30_000, stalledMs: 15_000, blockedS: 5 };
const RETRY_MS = 1000; // after an error of Redis, before the next job is asked for
const CLOSE_MS = 3000; // how long Bull may take to say good-bye when nothing runs any more

/** What Bull needs of connections that listen or block: they wait for Redis instead of failing. */
const PATIENT: RedisOptions = {
  enableReadyCheck: false,
  maxRetriesPerRequest: null,
  enableOfflineQueue: true,
  commandTimeout: undefined,
  lazyConnect: false,
};

/**
 * A queue in Redis through Bull, one Bull queue for each name of job, under `<prefix>:queue:<name>:`.
 *
 * Finished and failed jobs leave Redis at once, so that their ids are free again. A job whose process dies is given to
 * another process, at most twice: handlers must not mind a repetition.
 */
export function createBullQueue(link: RedisLink, log: Log, times: Partial<BullTimes> = {}): Queue {
  const { lockMs, stalledMs, blockedS } = { ...DEFAULT_TIMES, ...times };
  const queues = new Map<string, Bull.Queue>();
  const running = new Map<string, Set<Promise<void>>>();
  const connections: Redis[] = [];
  let subscriber: Redis | undefined;
  let closing: Promise<void> | undefined;

  function connectionFor(name: string, type: 'client' | 'subscriber' | 'bclient'): Redis {
    if (type === 'client') return link.commands;
    if (type === 'subscriber' && subscriber) return subscriber;
    const made = link.connection(`${type} of ${name}`, PATIENT, type === 'bclient' ? blockedS * 1000 : 0);
    connections.push(made);
    if (type === 'subscriber') subscriber = made;
    return made;
  }

  function queueOf(name: string): Bull.Queue {
    let queue = queues.get(name);
    if (!queue) {
      queue = new Bull(name, {
        prefix: `${link.prefix}:queue`,
        createClient: (type) => connectionFor(name, type),
        settings: {
          lockDuration: lockMs,
          stalledInterval: stalledMs,
          maxStalledCount: 2,
          retryProcessDelay: RETRY_MS,
          drainDelay: blockedS,
        },
      });
      // That Redis is away the link says once; here it would be said for every attempt.
      queue.on('error', (error) => log.debug({ job: name }, `queue: ${messageOf(error)}`));
      queue.on('stalled', (job) => log.warn({ job: name, id: job.id }, 'a job was left behind and starts again'));
      queues.set(name, queue);
    }
    return queue;
  }

  /** Runs a handler, and keeps count of it: Bull does not wait for handlers when Redis is away. */
  function run(name: string, job: Bull.Job, handler: (data: never) => Promise<void>): Promise<void> {
    const active = running.get(name) ?? new Set();
    running.set(name, active);
    const done = handler(job.data as never)
      .catch((error: unknown) => {
        const attempt = { job: name, attempt: job.attemptsMade + 1, attempts: job.opts.attempts };
        log.warn({ err: error, ...attempt }, 'a job failed');
        throw error;
      })
      .finally(() => active.delete(done));
    active.add(done);
    return done;
  }

  async function close(): Promise<void> {
    const ended = Promise.all([...queues.values()].map((queue) => queue.close()));
    await Promise.allSettled([...running.values()].flatMap((active) => [...active]));
    // Bull waits for Redis to hear of the good-bye, for ever if need be.
    const enough = new AbortController();
    await Promise.race([ended, pause(CLOSE_MS, undefined, { signal: enough.signal })]);
    enough.abort();
    for (const redis of connections) redis.disconnect();
  }

  return {
    async add<T extends object>(name: string, data: T, options?: JobOptions): Promise<void> {
      const { id, priority, delayMs, attempts, backoffMs } = checkedOptions(options);
      if (closing) throw new Error(`the queue is closed, and takes no ${name}`);
      await link.run(() =>
        queueOf(name).add(data, {
          // Bull gives numbers as ids to jobs without one: a sign in front keeps ours apart.
          ...(id !== undefined && { jobId: `=${id}` }),
          // Bull starts at 1, and puts jobs without a priority elsewhere: so every job has one.
          priority: priority + MAX_PRIORITY + 1,
          delay: delayMs,
          attempts,
          ...(backoffMs > 0 && { backoff: { type: 'exponential', delay: backoffMs } }),
          removeOnComplete: true,
          removeOnFail: true,
        }),
      );
    },

    process(name, concurrency, handler) {
      if (running.has(name)) throw new Error(`jobs named ${name} have a handler already`);
      const checked = checkedConcurrency(concurrency);
      running.set(name, new Set());
      queueOf(name)
        .process(checked, (job) => run(name, job, handler))
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
