import { spawnSync } from 'node:child_process';
import { Client } from 'pg';
import { versionOf } from '@severe/testing/services/probe';
import { serviceNames, services } from '@severe/testing/services/table';

/** Starts the services of `npm run services` that do not run. @throws {Error} if one of them cannot be started */
export async function needServices(): Promise<void> {
  const versions = await Promise.all(serviceNames.map(versionOf));
  if (versions.every((version) => version !== undefined)) return;
  const { status } = spawnSync('npm', ['run', '--silent', 'services'], { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error('the services of `npm run services` do not all run');
}

/**
 * Settings of processes that share stores of their own on these services: a database, a bucket, and keys of Redis.
 *
 * @param name  lower case and `_`
 * @param fresh whether the database is made anew
 */
export async function storesOf(name: string, { fresh = false } = {}): Promise<Record<string, string>> {
  const url = new URL(services.postgres.env.DATABASE_URL);
  const client = new Client({ connectionString: url.href });
  await client.connect();
  try {
    if (fresh) await client.query(`drop database if exists ${name} with (force)`);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database ${name}`);
  } finally {
    await client.end();
  }
  url.pathname = `/${name}`;
  const dashed = name.replaceAll('_', '-');
  return {
    ...services.minio.env,
    DATABASE_URL: url.href,
    REDIS_URL: `${services.redis.env.REDIS_URL}?prefix=${dashed}`,
    S3_BUCKET: dashed,
  };
}
