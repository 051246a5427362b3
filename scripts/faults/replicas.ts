import { Agent } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@severe/testing/free-port';
import { startEdge } from '../support/edge.ts';
import { isReady, startProcess, withFolder, type ServiceProcess } from '../support/service-process.ts';
import { ask, betweenMs, paths } from './requests.ts';
import type { FaultSuite } from './suite.ts';

/** What clients of the router saw while its servers went and came. */
export interface ReplicaReport {
  answered: number;
  /** Requests without an answer, or with another status than 200. */
  failures: string[];
  /** Milliseconds that 99 of 100 requests took at most. */
  p99Ms: number;
}

export interface ReplicaOptions {
  /** Each ends one of two servers and starts it again. */
  rounds: number;
  clients: number;
}

/** How servers end: each of them in both ways. */
const endings = ['SIGTERM', 'SIGKILL'] as const;
const suiteRounds = 20;

/** Two servers behind `infra/nginx.conf` end one after the other, stopped or killed, while clients send requests. Nothing is retried by them. */
export async function loseReplicas({ rounds, clients }: ReplicaOptions): Promise<ReplicaReport> {
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
    const report: ReplicaReport = { answered: 0, failures: [], p99Ms: 0 };
    const times: number[] = [];
    const over = new AbortController();
    const load = Array.from({ length: clients }, (_, i) =>
      runClient(i, edge.url, { report, times, over: over.signal }),
    );
    try {
      for (let i = 0; i < rounds; i++) {
        const place = i % running.length;
        await running[place].end(endings[(i + Math.floor(i / running.length)) % endings.length]);
        running[place] = await start(place);
        while (!(await isReady(running[place].opsUrl))) await pause(100);
        await pause(500);
      }
    } finally {
      over.abort();
      await Promise.all(load);
      await edge.close();
      for (const each of running) await each.end('SIGKILL');
    }
    times.sort((one, other) => one - other);
    report.p99Ms = Math.round(times[Math.floor(times.length * 0.99)] ?? 0);
    return report;
  });
}

async function runClient(
  number: number,
  url: string,
  { report, times, over }: { report: ReplicaReport; times: number[]; over: AbortSignal },
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let sent = number; !over.aborted; sent++) {
    const path = paths[sent % paths.length];
    const begun = performance.now();
    try {
      const { statusCode } = await ask(url + path, agent);
      if (statusCode === 200) report.answered++;
      else report.failures.push(`${path}: ${statusCode}`);
    } catch (error) {
      report.failures.push(`${path}: ${(error as NodeJS.ErrnoException).code ?? (error as Error).message}`);
    }
    times.push(performance.now() - begun);
    await pause(betweenMs);
  }
  agent.destroy();
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
