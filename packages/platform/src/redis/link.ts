import { type Log, messageOf, StartError, UpstreamError } from '@severe/base';
import { Cluster, type Redis, type RedisOptions } from 'ioredis';
import type { RedisPlace } from './address.ts';
import { clientsOf, type Client, type Clients } from './clients.ts';
import { gatherWrites } from './gather-writes.ts';
import { keepHeartbeat } from './heartbeat.ts';

/**
 * The link to one Redis, which may be a cluster: a connection for commands, and further ones for subscribing or blocking.
 *
 * While Redis is unavailable nothing waits for it: commands fail at once with an `UpstreamError`, pending ones after
 * seconds. Connections are restored automatically within about a second of its return.
 */
export interface RedisLink {
  prefix: string;
  /** Then keys that a command uses together need one tag. */
  isCluster: boolean;
  commands: Client;
  /** Runs commands; converts every failure into an `UpstreamError`. */
  run<T>(ask: (redis: Client) => Promise<T>): Promise<T>;
  /** The same for another connection of this link. */
  guard<T>(redis: Client, ask: () => Promise<T>): Promise<T>;
  /** Creates a further connection, for subscriptions. The caller calls `connect` and disconnects it in the end. */
  subscriber(name: string, options?: RedisOptions): Redis;
  /** The same for commands that block for so long. */
  blocking(name: string, options: RedisOptions, blockedMs: number): Client;
  connect(redis: Client): Promise<void>;
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
export async function openRedis(place: RedisPlace, log: Log, limits: Partial<RedisLimits> = {}): Promise<RedisLink> {
  const { connectMs, commandMs, silenceMs } = { ...defaultLimits, ...limits };
  const pause = (attempt: number): number => Math.min(25 * 2 ** Math.min(attempt, 10), maxPauseMs);
  let isOpen = false;
  // At the start Redis answers, or is not there.
  const clients = checkedClients(place, (attempt) => (isOpen ? pause(attempt) : null));
  const { label, prefix, isCluster, database } = clients;
  const common: RedisOptions = {
    lazyConnect: true,
    connectTimeout: connectMs,
    retryStrategy: pause,
    // After a failover the old connection may lead to a read-only replica.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
    // No command waits for Redis: not before it is sent, not for a late reply, not over a lost connection.
    enableOfflineQueue: false,
    commandTimeout: commandMs,
    maxRetriesPerRequest: 0,
  };
  const status = statusLog(log, label);

  function watched<Kind extends Client>(name: string, redis: Kind, blockedMs = 0): Kind {
    redis.setMaxListeners(0); // each queue adds its own
    const keep = (each: Redis): void => {
      keepHeartbeat(each, silenceMs + blockedMs);
      gatherWrites(each);
    };
    if (redis instanceof Cluster) redis.on('+node', keep);
    else keep(redis);
    status.watch(name, redis);
    return redis;
  }

  async function connect(redis: Client): Promise<void> {
    const errors: unknown[] = [];
    const note = (error: unknown): unknown => errors.push(error);
    const events = redis instanceof Cluster ? ['node error', 'error'] : ['error'];
    for (const event of events) redis.on(event, note);
    try {
      await redis.connect();
      // The client selects the database too, but would continue in database 0 if the number is invalid.
      if (database > 0) await redis.select(database);
    } catch (error) {
      redis.disconnect();
      const reason = reasonOf(redis instanceof Cluster ? [...errors, error] : [errors[0] ?? error]);
      throw new StartError(`Redis at ${label} cannot be used: ${reason}`, { cause: error });
    } finally {
      for (const event of events) redis.off(event, note);
    }
  }

  async function guard<T>(redis: Client, ask: () => Promise<T>): Promise<T> {
    if (redis.status !== 'ready') throw new UpstreamError('redis', `Redis at ${label} is unavailable`);
    try {
      return await ask();
    } catch (error) {
      throw new UpstreamError('redis', `Redis at ${label}: ${messageOf(error)}`, { cause: error });
    }
  }

  const commands = watched('commands', clients.routed(common));
  await connect(commands);
  isOpen = true;

  return {
    prefix,
    isCluster,
    commands,
    run: (ask) => guard(commands, () => ask(commands)),
    guard,
    subscriber: (name, options) => watched(name, clients.subscribing({ ...common, ...options })),
    blocking: (name, options, blockedMs) => watched(name, clients.routed({ ...common, ...options }), blockedMs),
    connect,
    ping: () => guard(commands, () => commands.ping()).then(() => undefined),
    async close() {
      status.silence();
      commands.disconnect();
    },
  };
}

/** The first message that says something: the client of a cluster keeps why its connections are closed for itself. */
function reasonOf(errors: unknown[]): string {
  const silent = new Set([
    'Connection is closed.',
    'Failed to refresh slots cache.',
    'None of startup nodes is available',
  ]);
  return errors.map(messageOf).find((message) => !silent.has(message)) ?? messageOf(errors.at(-1));
}

function checkedClients(...given: Parameters<typeof clientsOf>): Clients {
  try {
    return clientsOf(...given);
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
    watch(name: string, redis: Client): void {
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
