import { randomBytes } from 'node:crypto';
import { Redis } from 'ioredis';
import { Client as Minio } from 'minio';
import { Client as PgClient } from 'pg';
import { versionOf } from './services/probe.ts';
import { host, type ServiceName, serviceNames, services as table } from './services/table.ts';
import { skipFor } from './skip.ts';

/**
 * Name of this test run in real services, so that parallel runs do not collide. It holds the start time, by which a later run
 * finds the remainders of a killed one, and a random part.
 */
const run = `test-${Date.now().toString(36)}-${randomBytes(3).toString('hex')}`;
const staleMs = 2 * 3_600_000;

/** Whether a database or bucket belongs to a test run that must have ended. */
export function isStale(name: string, now = Date.now()): boolean {
  const made = /^severe.test.([0-9a-z]{8,9}).[0-9a-f]{6}$/.exec(name)?.[1];
  return made !== undefined && now - Number.parseInt(made, 36) > staleMs;
}

/** Environment variables for `loadSettings`. */
export type ServiceEnv = Record<string, string>;

let found: Promise<Map<ServiceName, string>> | undefined;
const allotments = new Map<ServiceName, Promise<Allotment>>();

/** The running real services of `npm run services`, with their versions. Checked once. */
function services(): Promise<Map<ServiceName, string>> {
  found ??= Promise.all(serviceNames.map(async (name) => [name, await versionOf(name)] as const)).then(
    (all) => new Map(all.filter((entry): entry is [ServiceName, string] => entry[1] !== undefined)),
  );
  return found;
}

/** The lines about real services at the start of the suite. */
export async function describeServices(): Promise<string> {
  const up = await services();
  const used = [...up].map(([name, version]) => `${table[name].title} ${version}`.trimEnd());
  const missing = serviceNames.filter((name) => !up.has(name)).map((name) => table[name].title);
  return [
    `real services used: ${used.join('; ') || 'none'}`,
    ...(missing.length > 0 ? [`not found, their tests are skipped (npm run services): ${missing.join('; ')}`] : []),
  ].join('\n');
}

/**
 * Settings of a bucket, a key prefix or a database with PostGIS that belongs to this run alone. It is created at the first call and
 * removed when the suite ends. If the service is not running, the calling test or hook is skipped, with the reason in its
 * title; with `SEVERE_REQUIRE_SERVICES=1` it fails instead.
 */
export async function requireService(test: Mocha.Context, name: ServiceName): Promise<ServiceEnv> {
  if (!(await services()).has(name)) {
    const { title, port } = table[name];
    if (process.env['SEVERE_REQUIRE_SERVICES'] === '1') {
      throw new Error(`${title} is required and does not respond at ${host}:${port}; \`npm run services\` starts it`);
    }
    skipFor(test, `no ${title}`);
  }
  let allotment = allotments.get(name);
  if (!allotment) allotments.set(name, (allotment = makers[name]()));
  return (await allotment).env;
}

/** Removes everything that `requireService` created. */
export async function leaveServices(): Promise<void> {
  for (const allotment of allotments.values()) await (await allotment).remove();
  allotments.clear();
}

interface Allotment {
  env: ServiceEnv;
  remove(): Promise<void>;
}

const makers: Record<ServiceName, () => Promise<Allotment>> = {
  async postgres() {
    const database = `severe_${run.replaceAll('-', '_')}`;
    const url = table.postgres.env.DATABASE_URL;
    const own = url.replace(/\/severe$/, `/${database}`);
    for (const { datname } of await inPostgres(url, 'select datname from pg_database')) {
      if (isStale(datname)) await inPostgres(url, `drop database if exists ${datname} with (force)`);
    }
    await inPostgres(url, `create database ${database}`);
    await inPostgres(own, 'create extension if not exists postgis');
    return {
      env: { DATABASE_URL: own },
      remove: async () => void (await inPostgres(url, `drop database ${database} with (force)`)),
    };
  },

  async redis() {
    const prefix = `severe-${run}`;
    const url = table.redis.env.REDIS_URL;
    return { env: { REDIS_URL: `${url}/0?prefix=${prefix}` }, remove: () => removeKeys(url, `${prefix}:*`) };
  },

  async minio() {
    const { env, port } = table.minio;
    const bucket = `severe-${run}`;
    const client = new Minio({
      endPoint: host,
      port,
      useSSL: false,
      accessKey: env.S3_ACCESS_KEY,
      secretKey: env.S3_SECRET_KEY,
      region: env.S3_REGION,
    });
    for (const { name } of await client.listBuckets()) if (isStale(name)) await removeBucket(client, name);
    return { env: { ...env, S3_BUCKET: bucket }, remove: () => removeBucket(client, bucket) };
  },
};

async function inPostgres(connectionString: string, sql: string): Promise<{ datname: string }[]> {
  const client = new PgClient({ connectionString });
  try {
    await client.connect();
    return (await client.query<{ datname: string }>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function removeKeys(url: string, pattern: string): Promise<void> {
  const redis = new Redis(url);
  for await (const keys of redis.scanStream({ match: pattern, count: 1000 })) {
    if ((keys as string[]).length > 0) await redis.unlink(keys as string[]);
  }
  redis.disconnect();
}

/** Only an empty bucket can be removed. */
async function removeBucket(client: Minio, bucket: string): Promise<void> {
  if (!(await client.bucketExists(bucket))) return;
  const names: string[] = [];
  for await (const { name } of client.listObjectsV2(bucket, '', true)) names.push(name as string);
  await client.removeObjects(bucket, names);
  await client.removeBucket(bucket);
}
