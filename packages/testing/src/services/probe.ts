import { Redis } from 'ioredis';
import { Client as Minio } from 'minio';
import { Client as PgClient } from 'pg';
import { host, type ServiceName, services } from './table.ts';

const timeoutMs = 3000;

/**
 * Requests the version of a service, with the credentials of the table.
 *
 * @returns the version, empty if the service does not report it; undefined if the service does not respond
 */
export async function versionOf(name: ServiceName): Promise<string | undefined> {
  try {
    return await probes[name]();
  } catch {
    return undefined; // the service cannot be used; callers that need the cause connect themselves
  }
}

const probes: Record<ServiceName, () => Promise<string>> = {
  async postgres() {
    const client = new PgClient({
      connectionString: services.postgres.env.DATABASE_URL,
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
    });
    client.on('error', () => undefined); // if the server stops, the query fails as well
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
      connectTimeout: timeoutMs,
      commandTimeout: timeoutMs,
    });
    redis.on('error', () => undefined); // connect() fails as well
    try {
      await redis.connect();
      return /redis_version:(\S+)/.exec(await redis.info('server'))?.[1] ?? 'of unknown version';
    } finally {
      redis.disconnect();
    }
  },

  async minio() {
    const { port, env } = services.minio;
    const health = await fetch(`${env.S3_ENDPOINT}/minio/health/live`, { signal: AbortSignal.timeout(timeoutMs) });
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
    return ''; // MinIO reports its version to administrators only
  },
};
