import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@severe/testing/free-port';
import { startEdge } from '../support/edge.ts';
import { isReady, startProcess, withFolder, type ServiceProcess } from '../support/service-process.ts';
import { startLoad, type LoadReport } from './load.ts';
import { paths } from './requests.ts';
import type { FaultSuite } from './suite.ts';

export interface ReplicaOptions {
  /** Each ends one of two servers and starts it again. */
  rounds: number;
  clients: number;
}

/** How servers end: each of them in both ways. */
const endings = ['SIGTERM', 'SIGKILL'] as const;
const suiteRounds = 20;

/** Two servers behind `infra/nginx.conf` end one after the other, stopped or killed, while clients send requests. */
export async function loseReplicas({ rounds, clients }: ReplicaOptions): Promise<LoadReport> {
  return withFolder(async (folder) => {
    const ports = [await freePort(), await freePort()];
    const start = (place: number): Promise<ServiceProcess> =>
      startProcess({
        args: ['--demo', '--roles', 'api,tiles'],
        dataDir: join(folder, String(place)),
        env: { PORT: String(ports[place]), DRAIN_SECONDS: '1' },
      });
    const running = [await start(0), await start(1)];
    const edge = await startEdge(ports.map((port) => `127.0.0.1:${port}`));
    const load = startLoad(edge.url, { clients, pathOf: (number) => paths[number % paths.length] });
    try {
      for (let i = 0; i < rounds; i++) {
        const place = i % running.length;
        await running[place].end(endings[(i + Math.floor(i / running.length)) % endings.length]);
        running[place] = await start(place);
        while (!(await isReady(running[place].opsUrl))) await pause(100);
        await pause(500);
      }
      return await load.stop();
    } finally {
      await load.stop();
      await edge.close();
      for (const each of running) await each.end('SIGKILL');
    }
  });
}

/** Guarantee G11, behind the shipped router. */
export const replicas: FaultSuite = {
  about: `${suiteRounds} times one of two servers behind infra/nginx.conf is stopped or killed, under load`,
  async run(report) {
    const { answered, failures, p99Ms } = await loseReplicas({ rounds: suiteRounds, clients: 16 });
    report({
      promise: 'no request fails that the other server could answer',
      measured: `${answered} answered, ${failures.length} failed${failures.length > 0 ? `: ${failures[0]}` : ''}`,
      state: failures.length === 0 && answered > 0 ? 'kept' : 'broken',
    });
    report({ promise: 'p99 ≤ 500 ms', measured: `${p99Ms} ms`, state: p99Ms <= 500 ? 'kept' : 'broken' });
  },
};
