import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@severe/testing/free-port';
import { host, services } from '@severe/testing/services/table';
import { until } from '@severe/testing/until';
import { minioOn } from '../../services/minio.ts';
import { postgresOn } from '../../services/postgres.ts';
import { redisOn } from '../../services/redis.ts';
import type { Service } from '../../services/service.ts';
import { mountDisk, type Disk } from './disk.ts';

/** A store that the suite may kill, and whose disk it may fill. */
export interface OwnStore {
  isRunning(): boolean;
  /** Ends it as a power cut does. */
  kill(): void;
  /** Starts it on what it has. Returns when it runs. */
  start(): Promise<void>;
  /** Its disk; undefined if it has none of its own. */
  disk: Disk | undefined;
}

export interface Stores {
  postgres: OwnStore;
  redis: OwnStore;
  minio: OwnStore;
  /** Settings of processes that use them. */
  env: Record<'DATABASE_URL' | 'REDIS_URL' | 'S3_ENDPOINT', string> & Record<string, string>;
  close(): Promise<void>;
}

/** Room for the data of an hour, and for what a database needs beside them. */
const diskMb = { postgres: 600, minio: 400 };
/** The children of a killed server notice that it is gone; until then it cannot be started. */
const startMs = 60_000;

/** Programs of servers that are not installed. */
export const missingStores = (): string[] =>
  Object.entries({ 'PostgreSQL with PostGIS': postgresOn(0), Redis: redisOn(0), MinIO: minioOn(0) })
    .filter(([, service]) => !service.isInstalled())
    .map(([name]) => name);

/** Starts PostgreSQL, Redis and MinIO with folders of their own. */
export async function startStores(folder: string): Promise<Stores> {
  chmodSync(folder, 0o755); // PostgreSQL runs as another user if root starts it
  const ports = { postgres: await freePort(), redis: await freePort(), minio: await freePort() };
  const endpoint = `http://${host}:${ports.minio}`;
  const answers = (): Promise<boolean> => fetch(`${endpoint}/minio/health/ready`).then(({ ok }) => ok, () => false); // prettier-ignore
  const opened: (OwnStore & { stop(): Promise<void> })[] = [];
  const open = async (name: keyof typeof ports, service: Service, isReady?: () => Promise<boolean>) => {
    const store = ownStore(service, join(folder, name), name === 'redis' ? 0 : diskMb[name], isReady);
    opened.push(store);
    await store.start();
    return store;
  };
  return {
    postgres: await open('postgres', postgresOn(ports.postgres)),
    redis: await open('redis', redisOn(ports.redis)),
    minio: await open('minio', minioOn(ports.minio), answers),
    env: {
      ...services.minio.env,
      DATABASE_URL: `postgres://severe@${host}:${ports.postgres}/severe`,
      REDIS_URL: `redis://${host}:${ports.redis}`,
      S3_ENDPOINT: endpoint,
    },
    async close() {
      for (const store of opened) await store.stop();
    },
  };
}

function ownStore(
  service: Service,
  folder: string,
  megabytes: number,
  isReady = (): Promise<boolean> => Promise.resolve(true),
): OwnStore & { stop(): Promise<void> } {
  const kill = (): void => {
    const pid = service.pidOf(folder);
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
  };
  process.on('exit', kill); // before the disk, where its number is, goes
  const disk = megabytes > 0 ? mountDisk(folder, megabytes) : undefined;
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  return {
    disk,
    isRunning: () => service.pidOf(folder) !== undefined,
    kill,
    async start() {
      const end = performance.now() + startMs;
      for (;;) {
        try {
          await service.start(folder);
          break;
        } catch (error) {
          if (performance.now() > end) throw error;
          await pause(500);
        }
      }
      await until(isReady, { everyMs: 100 });
    },
    async stop() {
      process.off('exit', kill);
      const pid = service.pidOf(folder);
      if (pid !== undefined) await service.stop(pid);
      disk?.unmount();
    },
  };
}
