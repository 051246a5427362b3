import { type Log, messageOf, StartError, UpstreamError } from '@severe/base';
import { Redis, type RedisOptions } from 'ioredis';
import { parseRedisUrl } from './address.ts';
import { keepHeartbeat } from './heartbeat.ts';

/**
 * The way to one Redis: a connection for commands, and further ones for those who listen or block.
 *
 * While Redis is away nothing waits for it: commands fail at once with an `UpstreamError`, unanswered ones after
 * seconds, and connections are made again by themselves within about a second of its return.
 */
export interface RedisLink {
  prefix: string;
  commands: Redis;
  /** Runs commands, and turns every failure into an `UpstreamError`. */
  run<T>(ask: (redis: Redis) => Promise<T>): Promise<T>;
  /** The same on another connection of this link. */
  guard<T>(redis: Redis, ask: () => Promise<T>): Promise<T>;
  /**
   * A further connection, not yet made: its holder calls `connect`, and disconnects it in the end.
   *
   * @param blockedMs how long its commands may block
   */
  connection(name: string, options?: RedisOptions, blockedMs?: number): Redis;
  connect(redis: Redis): Promise<void>;
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** How long Redis may be silent. */
export interface RedisLimits {
  connectMs: number;
  commandMs: number;
  /** How often each connection is asked for a sign of life; one that owes it for as long is made again. */
  silenceMs: number;
}

const DEFAULT_LIMITS: RedisLimits = { connectMs: 3000, commandMs: 3000, silenceMs: 10_000 };
const LONGEST_PAUSE_MS = 1000;

/** @throws {StartError} when Redis does not answer, or refuses the password or the database */
export async function openRedis(url: string, log: Log, limits: Partial<RedisLimits> = {}): Promise<RedisLink> {
  const { connectMs, commandMs, silenceMs } = { ...DEFAULT_LIMITS, ...limits };
  const { options, prefix, label } = addressOf(url);
  const common: RedisOptions = {
    ...options,
    lazyConnect: true,
    connectTimeout: connectMs,
    retryStrategy: (attempt) => Math.min(25 * 2 ** Math.min(attempt, 10), LONGEST_PAUSE_MS),
    // After a fail-over the old connection may lead to a replica, which takes no writes.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
    // Nothing waits for Redis: not before it is written, not for an answer, not over a lost connection.
    enableOfflineQueue: false,
    commandTimeout: commandMs,
    maxRetriesPerRequest: 0,
  };
  const tell = announcer(log, label);

  function connection(name: string, more: RedisOptions = {}, blockedMs = 0): Redis {
    const redis = new Redis({ ...common, ...more });
    redis.setMaxListeners(0); // each queue adds its own
    keepHeartbeat(redis, silenceMs + blockedMs);
    tell.watch(name, redis);
    return redis;
  }

  async function connect(redis: Redis): Promise<void> {
    const errors: unknown[] = [];
    const note = (error: unknown): unknown => errors.push(error);
    redis.on('error', note);
    try {
      await redis.connect();
      // The client selects it by itself, but would go on in database 0 where there is no such one.
      if (options.db) await redis.select(options.db);
    } catch (error) {
      redis.disconnect();
      const reason = messageOf(errors[0] ?? error);
      throw new StartError(`Redis at ${label} cannot be used: ${reason}`, { cause: error });
    } finally {
      redis.off('error', note);
    }
  }

  async function guard<T>(redis: Redis, ask: () => Promise<T>): Promise<T> {
    if (redis.status !== 'ready') throw new UpstreamError('redis', `Redis at ${label} is away`);
    try {
      return await ask();
    } catch (error) {
      throw new UpstreamError('redis', `Redis at ${label}: ${messageOf(error)}`, { cause: error });
    }
  }

  const commands = connection('commands');
  await connect(commands);

  return {
    prefix,
    commands,
    run: (ask) => guard(commands, () => ask(commands)),
    guard,
    connection,
    connect,
    ping: () => guard(commands, () => commands.ping()).then(() => undefined),
    async close() {
      tell.silence();
      commands.disconnect();
    },
  };
}

function addressOf(url: string) {
  try {
    return parseRedisUrl(url);
  } catch (error) {
    throw new StartError(messageOf(error), { cause: error });
  }
}

/** Says once that Redis is away, and once that it is back, however many connections and attempts that takes. */
function announcer(log: Log, label: string) {
  const away = new Set<string>();
  let silent = false;

  return {
    silence: () => (silent = true),
    watch(name: string, redis: Redis): void {
      let wasReady = false;
      let reason = 'the connection was closed';
      redis.on('error', (error: Error) => (reason = error.message));
      redis.on('ready', () => {
        wasReady = true;
        reason = 'the connection was closed';
        if (away.delete(name) && away.size === 0 && !silent) log.info(`Redis at ${label} is back`);
      });
      redis.on('end', () => away.delete(name)); // closed by us
      redis.on('close', () => {
        // Before it was ever ready the one who connects hears of it; at its end it was closed by us.
        if (!wasReady || silent || redis.status === 'end') return;
        if (away.size === 0) log.warn(`Redis at ${label} is away: ${reason}`);
        away.add(name);
      });
    },
  };
}
