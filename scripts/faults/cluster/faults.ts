import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { Client as Minio } from 'minio';
import { Client as Postgres } from 'pg';
import { until } from '@severe/testing/until';
import type { Role } from 'severe/roles';
import type { Cluster, Member } from './cluster.ts';
import type { Listeners } from './listeners.ts';
import type { Kind } from './readers.ts';
import type { OwnStore } from './stores.ts';

/** What a fault has to do with. */
export interface Scene {
  cluster: Cluster;
  listeners: Listeners;
}

/** A fault of a cluster, and what it excuses. */
export interface Fault {
  about: string;
  /** The same, where it is another one on this machine. */
  aboutHere?: (scene: Scene) => string | undefined;
  /** Whether nothing happens, for comparison. */
  isNone?: true;
  /** Why it cannot be caused here; undefined if it can. */
  missing?: (scene: Scene) => string | undefined;
  /** What may be refused meanwhile, if no cache has it. */
  excuses?: readonly Kind[];
  /** Causes it, and ends it again. */
  cause(scene: Scene): Promise<void>;
}

const faultMs = 12_000;
/** Less than a client or the router would notice of a slow process. */
const downMs = 4_000;
/** Radar frames come every two minutes. */
const nextFramesMs = 150_000;

/** What is not in memory of the processes or in a cache needs these stores. */
const needsDatabase: readonly Kind[] = ['new list'];
const needsObjects: readonly Kind[] = ['tile', 'new tile', 'newest tile', 'point'];

/** The faults of a cluster whose processes have these roles. */
export function faultsOf(groups: readonly (readonly Role[])[]): Record<string, Fault> {
  return {
    none: { about: 'no fault', isNone: true, cause: () => pause(faultMs) },
    ...Object.fromEntries(groups.flatMap((roles) => [killed(roles), frozen(roles)])),
    'redis-killed': storeKilled('Redis', ({ redis }) => redis),
    'redis-flushed': {
      about: 'Redis is flushed',
      cause: ({ cluster }) => withRedis(cluster, (redis) => redis.flushall()),
    },
    'redis-wrong-types': {
      about: 'every key of Redis has a wrong type',
      cause: ({ cluster }) =>
        withRedis(cluster, async (redis) => {
          await setWrongTypes(redis);
          await pause(faultMs);
          await redis.flushall();
        }),
    },
    'postgres-killed': storeKilled('PostgreSQL', ({ postgres }) => postgres, needsDatabase),
    'minio-killed': storeKilled('MinIO', ({ minio }) => minio, needsObjects),
    'postgres-full': diskFull('PostgreSQL', ({ postgres }) => postgres, takesRows, needsDatabase),
    'minio-full': diskFull('MinIO', ({ minio }) => minio, takesObjects, needsObjects),
    partition: {
      about: 'the network of an API and a tile server is cut',
      aboutHere: ({ cluster: { apart } }) =>
        apart.kind === 'relays'
          ? 'stores answer nothing to an API and a tile server (no network namespaces)'
          : undefined,
      async cause({ cluster: { apart } }) {
        apart.cut();
        await pause(faultMs);
        await apart.mend();
      },
    },
    'clock-ahead': wrongClock(10),
    'clock-behind': wrongClock(-10),
  };
}

const has =
  (roles: readonly Role[]) =>
  (member: Member): boolean =>
    member.roles.join() === roles.join();

function killed(roles: readonly Role[]): [string, Fault] {
  const name = roles.join('+');
  return [
    `${name}-killed`,
    {
      about: `a process of ${name} is killed`,
      async cause({ cluster }) {
        const member = cluster.members.find(has(roles))!;
        await member.process.end('SIGKILL');
        await pause(downMs);
        await cluster.start(member);
      },
    },
  ];
}

function frozen(roles: readonly Role[]): [string, Fault] {
  const name = roles.join('+');
  return [
    `${name}-frozen`,
    {
      about: `a process of ${name} stands still`,
      async cause({ cluster }) {
        const { pid } = cluster.members.find(has(roles))!.process;
        process.kill(pid, 'SIGSTOP');
        await pause(faultMs);
        process.kill(pid, 'SIGCONT');
      },
    },
  ];
}

type Choose = (stores: Cluster['stores']) => OwnStore;

function storeKilled(title: string, choose: Choose, excuses: readonly Kind[] = []): Fault {
  return {
    about: `${title} is killed and started again`,
    excuses,
    async cause({ cluster }) {
      const store = choose(cluster.stores);
      store.kill();
      await pause(faultMs);
      await store.start();
    },
  };
}

/** @param takes whether the store takes something more */
function diskFull(
  title: string,
  choose: Choose,
  takes: (stores: Cluster['stores']) => Promise<boolean>,
  excuses: readonly Kind[],
): Fault {
  return {
    about: `the disk of ${title} is full`,
    missing: ({ cluster }) =>
      choose(cluster.stores).disk ? undefined : 'only root may mount a disk that can be filled',
    excuses,
    async cause({ cluster }) {
      const store = choose(cluster.stores);
      const disk = store.disk!;
      for (const end = performance.now() + 2 * faultMs; performance.now() < end; await pause(500)) disk.fill();
      const isFull = !(await takes(cluster.stores));
      disk.free();
      if (!store.isRunning()) await store.start(); // as its operator does
      if (!isFull) throw new Error(`${title} takes more on a full disk`);
    },
  };
}

async function takesRows({ env }: Cluster['stores']): Promise<boolean> {
  const client = new Postgres({ connectionString: env.DATABASE_URL, connectionTimeoutMillis: 3000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(`create table ballast as select repeat('x', 1000) from generate_series(1, 20000)`);
    return true;
  } catch {
    return false;
  } finally {
    await client.end();
  }
}

async function takesObjects({ env }: Cluster['stores']): Promise<boolean> {
  const { hostname, port } = new URL(env.S3_ENDPOINT);
  const client = new Minio({
    endPoint: hostname,
    port: Number(port),
    useSSL: false,
    accessKey: env.S3_ACCESS_KEY,
    secretKey: env.S3_SECRET_KEY,
    region: env.S3_REGION,
    retryOptions: { disableRetry: true },
  });
  return client.putObject(env.S3_BUCKET, 'ballast', Buffer.alloc(1 << 20)).then(
    () => true,
    () => false,
  );
}

async function withRedis({ stores }: Cluster, work: (redis: Redis) => Promise<unknown>): Promise<void> {
  const redis = new Redis(stores.env.REDIS_URL);
  try {
    await work(redis);
  } finally {
    redis.disconnect();
  }
}

async function setWrongTypes(redis: Redis): Promise<void> {
  for (const key of await redis.keys('*')) {
    const isText = (await redis.type(key)) === 'string';
    const change = redis.multi().del(key);
    await (isText ? change.lpush(key, 'wrong') : change.set(key, 'wrong')).exec();
  }
}

/** The only processes of both roles have a wrong clock, until frames and rows of them were published. */
function wrongClock(minutes: number): Fault {
  const library = fakeTimeLibrary();
  return {
    about: `the clocks of ingest and raster workers are ten minutes ${minutes > 0 ? 'ahead' : 'behind'}`,
    missing: () => (library ? undefined : 'libfaketime is not installed (Debian: faketime)'),
    async cause({ cluster, listeners }) {
      const workers = cluster.members.filter(({ roles }) => roles.includes('ingest') || roles.includes('raster'));
      await Promise.all(workers.map((each) => each.process.end('SIGTERM')));
      const wrong = workers.filter((each, i) => workers.findIndex(({ roles }) => roles === each.roles) === i);
      const env = {
        LD_PRELOAD: library!,
        FAKETIME: `${minutes > 0 ? '+' : ''}${minutes}m`,
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      };
      for (const each of wrong) await cluster.start(each, env);
      const begun = Date.now();
      // A frame need not come: a provider's file of the future, by their clock, may wait.
      await until(() => listeners.hasFrameSince(begun), { withinMs: nextFramesMs, everyMs: 200 }).catch(
        () => undefined,
      );
      await Promise.all(wrong.map((each) => each.process.end('SIGTERM')));
      for (const each of workers) await cluster.start(each);
    },
  };
}

function fakeTimeLibrary(): string | undefined {
  const folders = existsSync('/usr/lib') ? readdirSync('/usr/lib').map((name) => join('/usr/lib', name)) : [];
  return folders.map((folder) => join(folder, 'faketime/libfaketime.so.1')).find((file) => existsSync(file));
}
