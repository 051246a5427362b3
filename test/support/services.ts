import { randomBytes } from 'node:crypto';
import { Redis } from 'ioredis';
import { Client as Minio } from 'minio';
import { Client as PgClient } from 'pg';
import { versionOf } from '../../scripts/services/probe.ts';
import { host, type ServiceName, serviceNames, services as table } from '../../scripts/services/table.ts';

/** Names what this run of the tests makes in a real service, so that runs beside each other do not meet. */
const run = `test-${randomBytes(5).toString('hex')}`;

/** Lines of the environment, to be read by `loadSettings`. */
export type ServiceEnv = Record<string, string>;

let found: Promise<Map<ServiceName, string>> | undefined;
const rooms = new Map<ServiceName, Promise<Room>>();

/** Which of the real services answer at the ports of `npm run services`, with their versions; asked once. */
export function services(): Promise<Map<ServiceName, string>> {
  found ??= Promise.all(serviceNames.map(async (name) => [name, await versionOf(name)] as const)).then(
    (all) => new Map(all.filter((entry): entry is [ServiceName, string] => entry[1] !== undefined)),
  );
  return found;
}

/** What the suite says at its start. */
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
 * A room in a real service that belongs to this run alone: a bucket, a prefix of keys, a database with PostGIS. It is
 * made at the first call, and removed when the suite ends. A test or hook that calls this is skipped where the service
 * is absent, and its title says why; with `SEVERE_REQUIRE_SERVICES=1` it fails instead.
 */
export async function requireService(test: Mocha.Context, name: ServiceName): Promise<ServiceEnv> {
  if (!(await services()).has(name)) {
    const { title, port } = table[name];
    if (process.env['SEVERE_REQUIRE_SERVICES'] === '1') {
      throw new Error(`${title} is required and does not answer at ${host}:${port}; \`npm run services\` starts it`);
    }
    nameReason(test, ` (no ${title})`);
    test.skip();
  }
  let room = rooms.get(name);
  if (!room) rooms.set(name, (room = makers[name]()));
  return (await room).env;
}

/** Removes what `requireService` made. */
export async function leaveServices(): Promise<void> {
  for (const room of rooms.values()) await (await room).remove();
  rooms.clear();
}

/** A skipped test is listed by its title alone; in a hook it is the tests of the suite that are skipped. */
function nameReason(test: Mocha.Context, reason: string): void {
  const runnable = test.test;
  if (runnable && !('type' in runnable && runnable.type === 'hook')) runnable.title += reason;
  else runnable?.parent?.eachTest((skipped) => void (skipped.title += reason));
}

interface Room {
  env: ServiceEnv;
  remove(): Promise<void>;
}

const makers: Record<ServiceName, () => Promise<Room>> = {
  async postgres() {
    const database = `severe_${run.replace('-', '_')}`;
    const url = table.postgres.env.DATABASE_URL;
    const own = url.replace(/\/severe$/, `/${database}`);
    await inPostgres(url, `create database ${database}`);
    await inPostgres(own, 'create extension if not exists postgis');
    return { env: { DATABASE_URL: own }, remove: () => inPostgres(url, `drop database ${database} with (force)`) };
  },

  async redis() {
    const prefix = `severe-${run}`;
    const url = table.redis.env.REDIS_URL;
    return { env: { REDIS_URL: `${url}/0?prefix=${prefix}` }, remove: () => removeKeys(url, `${prefix}:*`) };
  },

  async minio() {
    const env = { ...table.minio.env, S3_BUCKET: `severe-${run}` };
    return { env, remove: () => removeBucket(env) };
  },
};

async function inPostgres(connectionString: string, sql: string): Promise<void> {
  const client = new PgClient({ connectionString });
  try {
    await client.connect();
    await client.query(sql);
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

async function removeBucket(env: { [K in keyof typeof table.minio.env]: string }): Promise<void> {
  const client = new Minio({
    endPoint: host,
    port: table.minio.port,
    useSSL: false,
    accessKey: env.S3_ACCESS_KEY,
    secretKey: env.S3_SECRET_KEY,
    region: env.S3_REGION,
  });
  const bucket = env.S3_BUCKET;
  if (!(await client.bucketExists(bucket))) return;
  const names: string[] = [];
  for await (const { name } of client.listObjectsV2(bucket, '', true)) names.push(name as string);
  await client.removeObjects(bucket, names);
  await client.removeBucket(bucket);
}
