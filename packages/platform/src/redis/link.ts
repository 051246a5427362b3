import { type Log, messageOf, StartError, UpstreamError } from '@severe/base';
import { Redis, type RedisOptions } from 'ioredis';
import { parseRedisUrl } from './address.ts';
import { keepHeartbeat } from './heartbeat.ts';

/**
 * The link to one Redis server: a connection for commands, and further ones for subscribing or blocking.
 *
 * While Redis is unavailable nothing waits for it: commands fail at once with an `UpstreamError`, pending ones after
 * seconds. Connections are restored automatically within about a second of its return.
 */
export interface RedisLink {
  prefix: string;
  commands: Redis;
  /** Runs commands; converts every failure into an `UpstreamError`. */
  run<T>(ask: (redis: Redis) => Promise<T>): Promise<T>;
  /** The same for another connection of this link. */
  guard<T>(redis: Redis, ask: () => Promise<T>): Promise<T>;
  /**
   * Creates a further connection. The caller calls `connect` and disconnects it in the end.
   *
   * @param blockedMs maximum blocking time of its commands
   */
  connection(name: string, options?: RedisOptions, blockedMs?: number): Redis;
  connect(redis: Redis): Promise<void>;
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Timeouts of Redis. */
interface RedisLimits {
  connectMs: number;
  commandMs: number;
  /** Interval of the heartbeat; a connection without a response for as long is replaced. */
  silenceMs: number;
}

const defaultLimits: RedisLimits = { connectMs: 3000, commandMs: 3000, silenceMs: 10_000 };
const maxPauseMs = 1000;

/** @throws {StartError} if Redis does not respond, or rejects the password or the database */
export async function openRedis(url: string, log: Log, limits: Partial<RedisLimits> = {}): Promise<RedisLink> {
  const { connectMs, commandMs, silenceMs } = { ...defaultLimits, ...limits };
  const { options, prefix, label } = addressOf(url);
  const common: RedisOptions = {
    ...options,
    lazyConnect: true,
    connectTimeout: connectMs,
    retryStrategy: (attempt) => Math.min(25 * 2 ** Math.min(attempt, 10), maxPauseMs),
    // After a failover the old connection may lead to a read-only replica.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
    // No command waits for Redis: not before it is sent, not for a late reply, not over a lost connection.
    enableOfflineQueue: false,
    commandTimeout: commandMs,
    maxRetriesPerRequest: 0,
  };
  const status = statusLog(log, label);

  function connection(name: string, more: RedisOptions = {}, blockedMs = 0): Redis {
    const redis = new Redis({ ...common, ...more });
    redis.setMaxListeners(0); // each queue adds its own
    keepHeartbeat(redis, silenceMs + blockedMs);
    status.watch(name, redis);
    return redis;
  }

  async function connect(redis: Redis): Promise<void> {
    const errors: unknown[] = [];
    const note = (error: unknown): unknown => errors.push(error);
    redis.on('error', note);
    try {
      await redis.connect();
      // The client selects the database too, but would continue in database 0 if the number is invalid.
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
    if (redis.status !== 'ready') throw new UpstreamError('redis', `Redis at ${label} is unavailable`);
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
      status.silence();
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

/** Logs once that Redis is unavailable, and once that it is available again, for all connections and attempts. */
function statusLog(log: Log, label: string) {
  const unavailable = new Set<string>();
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
        if (unavailable.delete(name) && unavailable.size === 0 && !silent)
          log.info(`Redis at ${label} is available again`);
      });
      redis.on('end', () => unavailable.delete(name)); // closed by us
      redis.on('close', () => {
        // The first connection attempt is reported by `connect`; after 'end' the connection was closed by us.
        if (!wasReady || silent || redis.status === 'end') return;
        if (unavailable.size === 0) log.warn(`Redis at ${label} is unavailable: ${reason}`);
        unavailable.add(name);
      });
    },
  };
}
