import { Redis } from 'ioredis';
import { Client as Minio } from 'minio';
import { Client as PgClient } from 'pg';
import { host, type ServiceName, services } from './table.ts';

const patienceMs = 3000;

/**
 * Asks a service for its version, with the credentials of the table.
 *
 * @returns the version, as far as the service reports it; undefined if no such service responds
 */
export async function versionOf(name: ServiceName): Promise<string | undefined> {
  try {
    return await probes[name]();
  } catch {
    return undefined; // whatever is wrong, the service cannot be used: the caller asks why where it matters
  }
}

const probes: Record<ServiceName, () => Promise<string>> = {
  async postgres() {
    const client = new PgClient({
      connectionString: services.postgres.env.DATABASE_URL,
      connectionTimeoutMillis: patienceMs,
      query_timeout: patienceMs,
    });
    client.on('error', () => undefined); // a server that stops under us: the query says so as well
    try {
      await client.connect();
      const { rows } = await client.query<{ server: string; postgis: string }>(
        `select current_setting('server_version') as server, extversion as postgis
         from pg_extension where extname = 'postgis'`,
      );
      if (!rows[0]) throw new Error('no PostGIS');
      return `${rows[0].server.split(' ')[0]}, PostGIS ${rows[0].postgis}`;
    } finally {
      await client.end();
    }
  },

  async redis() {
    const redis = new Redis(services.redis.env.REDIS_URL, {
      lazyConnect: true,
      retryStrategy: () => null,
      connectTimeout: patienceMs,
      commandTimeout: patienceMs,
    });
    redis.on('error', () => undefined); // connect() says it as well
    try {
      await redis.connect();
      return /redis_version:(\S+)/.exec(await redis.info('server'))?.[1] ?? 'of unknown version';
    } finally {
      redis.disconnect();
    }
  },

  async minio() {
    const { port, env } = services.minio;
    const health = await fetch(`${env.S3_ENDPOINT}/minio/health/live`, { signal: AbortSignal.timeout(patienceMs) });
    if (!health.ok) throw new Error(`health is ${health.status}`);
    const client = new Minio({
      endPoint: host,
      port,
      useSSL: false,
      accessKey: env.S3_ACCESS_KEY,
      secretKey: env.S3_SECRET_KEY,
      region: env.S3_REGION,
      retryOptions: { disableRetry: true },
    });
    await client.listBuckets();
    return ''; // it tells its version to nobody who has not asked as an administrator
  },
};
