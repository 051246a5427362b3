import type { RedisOptions } from 'ioredis';

export interface RedisAddress {
  options: Pick<RedisOptions, 'host' | 'port' | 'username' | 'password' | 'db' | 'tls'>;
  /** Begins every key and channel: `severe`, or what `?prefix=` says, so that installations can share a Redis. */
  prefix: string;
  /** Host and port, for messages: a password must not get into a log. */
  label: string;
}

/**
 * Takes `redis[s]://[user:password@]host[:port][/db][?prefix=name]` apart.
 *
 * The number of the database is part of the prefix, since channels are common to all databases of a server.
 *
 * @throws {TypeError} when the database is no number or the prefix has other characters than `A-Z a-z 0-9 _ -`
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
      ...(url.protocol === 'rediss:' && { tls: { servername: host } }),
    },
    prefix: `${name}:${database}`,
    label: `${url.hostname}:${port}`,
  };
}
