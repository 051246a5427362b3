import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { host } from '@severe/testing/services/table';
import { findProgram, startDaemon } from '../services/processes.ts';
import { postgresOn } from '../services/postgres.ts';

/** A server or process of a test that is killed and started again. */
export interface Victim {
  name: string;
  /** Ends it as a power cut does, and starts it again. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** A PostgreSQL cluster. @param folder of the cluster; the caller removes it */
export async function startPostgres(folder: string, port: number): Promise<Victim & { url: string }> {
  const server = postgresOn(port);
  await server.start(folder);
  return {
    name: 'PostgreSQL',
    url: `postgres://severe@${host}:${port}/severe`,
    async restart() {
      process.kill(server.pidOf(folder)!, 'SIGKILL');
      // Its children notice that it is gone; until then the cluster cannot be started.
      for (let tries = 0; ; tries++) {
        await pause(500);
        try {
          return await server.start(folder);
        } catch (error) {
          if (tries === 5) throw error;
        }
      }
    },
    async stop() {
      const pid = server.pidOf(folder);
      if (pid !== undefined) await server.stop(pid);
    },
  };
}

/** A Redis server without persistence: a restart loses every job. */
export async function startRedis(folder: string, port: number): Promise<Victim & { url: string }> {
  const args = ['--port', String(port), '--bind', host, '--save', '', '--appendonly', 'no', '--dir', folder];
  const start = (): number => startDaemon(findProgram('redis-server')!, args, join(folder, 'redis.log'));
  let pid = start();
  return {
    name: 'Redis',
    url: `redis://${host}:${port}`,
    async restart() {
      process.kill(pid, 'SIGKILL');
      await pause(200);
      pid = start();
    },
    stop: async () => void process.kill(pid, 'SIGKILL'),
  };
}
