import type { Settings } from '@severe/base';
import type { RedisOptions } from 'ioredis';

/** Where Redis is: one server, the one that Sentinels name, or a cluster. */
export type RedisPlace = Pick<Settings, 'redisUrl'> &
  Partial<
    Pick<Settings, 'redisSentinels' | 'redisSentinelName' | 'redisSentinelPassword' | 'redisCluster' | 'redisTlsCa'>
  >;

interface RedisAddress {
  options: Pick<RedisOptions, 'host' | 'port' | 'username' | 'password' | 'db' | 'tls'>;
  /** Prefix of all keys and channels: `severe` or the value of `?prefix=`, so that installations can share a server. */
  prefix: string;
  /** Host and port, for messages: a password must not be logged. */
  label: string;
}

/**
 * Parses `redis[s]://[user:password@]host[:port][/db][?prefix=name]`.
 *
 * The database number is part of the prefix, because channels are common to all databases of a server.
 *
 * @throws {TypeError} if the database is not a number, or the prefix contains other characters than `A-Z a-z 0-9 _ -`
 */
export function parseRedisUrl(given: string): RedisAddress {
  const url = new URL(given);
  const database = url.pathname.replace(/^\//, '') || '0';
  const name = url.searchParams.get('prefix') ?? 'severe';
  if (!/^\d{1,5}$/.test(database)) throw new TypeError(`REDIS_URL needs a number as its path, got /${database}`);
  if (!/^[\w-]{1,100}$/.test(name)) throw new TypeError(`the prefix of REDIS_URL needs A-Z a-z 0-9 _ -, got ${name}`);

  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port || 6379);
  return {
    options: {
      host,
      port,
      db: Number(database),
      ...(url.username && { username: decodeURIComponent(url.username) }),
      ...(url.password && { password: decodeURIComponent(url.password) }),
      ...(url.protocol === 'rediss:' && { tls: {} }),
    },
    prefix: `${name}:${database}`,
    label: `${url.hostname}:${port}`,
  };
}
