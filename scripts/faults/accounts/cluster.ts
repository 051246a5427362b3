import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { host } from '@severe/testing/services/table';
import { Client } from 'pg';
import { freePort } from '@severe/testing/free-port';
import { postgresOn } from '../../services/postgres.ts';
import { redisOn } from '../../services/redis.ts';
import { startProxy } from '../../support/proxy.ts';
import { startProcess, type ServiceProcess } from '../../support/service-process.ts';

/** Origin of the pages: an https one, so that cookies have their strictest form. */
export const publicUrl = 'https://wx.example.org';

/** The first administrator. */
export const admin = { email: 'ada@example.org', password: 'a long admin passphrase 91' };

/** Processes of the API, at first two, behind a round-robin, on a PostgreSQL and a Redis of their own. */
export interface Cluster {
  /** The round-robin. */
  url: string;
  /** Each process without it. */
  processes: readonly { url: string }[];
  /** Starts processes, up to a count. */
  growTo: (count: number) => Promise<void>;
  /** Files of the mails. */
  outbox: string;
  /** Rows of a statement. */
  query: <T>(sql: string, values?: unknown[]) => Promise<T[]>;
  close(): Promise<void>;
}

/** What is not installed, in words. */
export function missingPrograms(): string[] {
  return [
    ...(postgresOn(0).isInstalled() ? [] : ['PostgreSQL with PostGIS']),
    ...(redisOn(0).isInstalled() ? [] : ['Redis']),
  ];
}

/** @param folder for all data; the caller removes it */
export async function startCluster(folder: string): Promise<Cluster> {
  const [postgresPort, redisPort] = [await freePort(), await freePort()];
  const servers = [
    { server: postgresOn(postgresPort), folder: join(folder, 'postgres') },
    { server: redisOn(redisPort), folder: join(folder, 'redis') },
  ];
  for (const each of servers) {
    mkdirSync(each.folder, { recursive: true });
    await each.server.start(each.folder);
  }
  const dataDir = join(folder, 'data');
  const env = {
    DATABASE_URL: `postgres://severe@${host}:${postgresPort}/severe`,
    REDIS_URL: `redis://${host}:${redisPort}`,
    PUBLIC_URL: publicUrl,
    TRUST_PROXY: '1',
    RATE_LIMIT_ANONYMOUS: '300',
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    WEBHOOK_ALLOW_PRIVATE: 'true',
  };
  /** The address that a process prints is `PUBLIC_URL`, so its port is chosen here. */
  const start = async (): Promise<ServiceProcess> => {
    const port = await freePort();
    const args = ['--live', '--roles', 'api'];
    const started = await startProcess({ args, dataDir, env: { ...env, PORT: String(port) } });
    return { ...started, url: `http://${host}:${port}` };
  };
  const processes: ServiceProcess[] = [];
  const growTo = async (count: number): Promise<void> => {
    while (processes.length < count) processes.push(await start()); // the first one creates the tables
  };
  await growTo(2);
  const balancer = await startRoundRobin(processes);
  const database = new Client({ connectionString: env.DATABASE_URL });
  await database.connect();

  return {
    url: balancer.url,
    processes,
    growTo,
    outbox: join(dataDir, 'outbox'),
    query: async <T>(sql: string, values: unknown[] = []) => (await database.query(sql, values)).rows as T[],
    async close() {
      await database.end();
      await balancer.close();
      for (const each of processes) await each.end('SIGKILL');
      for (const { server, folder: place } of servers) {
        const pid = server.pidOf(place);
        if (pid !== undefined) await server.stop(pid);
      }
    },
  };
}

/** A proxy that sends each request to the next of its targets, and appends the client to `X-Forwarded-For`. */
function startRoundRobin(targets: readonly { url: string }[]): ReturnType<typeof startProxy> {
  let count = 0;
  return startProxy(({ headers, socket }) => {
    const chain = [headers['x-forwarded-for'], socket.remoteAddress].filter(Boolean).join(', ');
    return { server: targets[count++ % targets.length].url, headers: { ...headers, 'x-forwarded-for': chain } };
  });
}
