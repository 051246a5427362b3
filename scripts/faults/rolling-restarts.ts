import { Agent } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ask, betweenMs, paths } from './requests.ts';
import { isReady, startProcess, withFolder, type ServiceProcess } from '../support/service-process.ts';

/** What clients saw of the restarts. */
export interface RestartReport {
  restarts: number;
  answered: number;
  /** Requests without an answer, or with another status than 200. */
  failures: string[];
  /** Exit codes of the stopped processes. */
  exitCodes: (number | undefined)[];
  /** Answers of a process to a new connection after its signal, and those among them that close their connection. */
  drained: { answered: number; closing: number };
}

export interface RestartOptions {
  restarts: number;
  /** Clients with one connection each, which stays open until the service closes it. */
  clients: number;
  drainSeconds: number;
}

/** Interval in which the balancer reads `/readyz`. */
const pollMs = 100;

/**
 * Restarts two processes in turn while clients send requests. A client opens a connection to a process that is ready, as
 * behind a balancer, and keeps it until a response closes it. Nothing is retried.
 */
export async function restartUnderLoad({ restarts, clients, drainSeconds }: RestartOptions): Promise<RestartReport> {
  return withFolder(async (folder) => {
    const report: RestartReport = {
      restarts,
      answered: 0,
      failures: [],
      exitCodes: [],
      drained: { answered: 0, closing: 0 },
    };
    const start = (place: number): Promise<ServiceProcess> =>
      startProcess({
        args: ['--demo', '--roles', 'api,tiles'],
        dataDir: join(folder, String(place)),
        env: { DRAIN_SECONDS: String(drainSeconds) },
      });
    const running = [await start(0), await start(1)];
    let ready = [...running];
    const over = new AbortController();
    const balancer = repeat(over.signal, async () => {
      const states = await Promise.all(running.map(({ opsUrl }) => isReady(opsUrl)));
      ready = running.filter((_, i) => states[i]);
      await pause(pollMs);
    });
    const load = Array.from({ length: clients }, (_, i) => runClient(i, () => ready, report, over.signal));
    try {
      for (let i = 0; i < restarts; i++) {
        const place = i % running.length;
        const stopping = running[place];
        const ended = stopping.end('SIGTERM');
        await askDraining(stopping, report);
        report.exitCodes.push(await ended);
        running[place] = await start(place);
        while (!ready.includes(running[place])) await pause(pollMs);
      }
    } finally {
      over.abort();
      await Promise.all([balancer, ...load]);
      for (const each of running) await each.end('SIGKILL');
    }
    return report;
  });
}

async function repeat(until: AbortSignal, step: () => Promise<void>): Promise<void> {
  while (!until.aborted) await step();
}

async function runClient(
  number: number,
  ready: () => ServiceProcess[],
  report: RestartReport,
  over: AbortSignal,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let server: ServiceProcess | undefined;
  let sent = number;
  await repeat(over, async () => {
    const choices = ready();
    server ??= choices[sent % choices.length];
    if (!server) return pause(pollMs);
    const path = paths[sent++ % paths.length];
    try {
      const { statusCode, headers } = await ask(server.url + path, agent);
      if (statusCode === 200) report.answered++;
      else report.failures.push(`${path}: ${statusCode}`);
      if (headers.connection === 'close') server = undefined;
    } catch (error) {
      report.failures.push(`${path}: ${(error as NodeJS.ErrnoException).code ?? (error as Error).message}`);
      server = undefined;
    }
    await pause(betweenMs);
  });
  agent.destroy();
}

/** Opens new connections to a process after its signal, in the first half of its drain. */
async function askDraining({ url, opsUrl }: ServiceProcess, { drained, failures }: RestartReport): Promise<void> {
  while (await isReady(opsUrl)) await pause(10);
  for (const path of paths) {
    const agent = new Agent({ keepAlive: true }); // asks for a connection that stays open
    try {
      const { statusCode, headers } = await ask(url + path, agent);
      if (statusCode === 200) drained.answered++;
      if (headers.connection === 'close') drained.closing++;
    } catch (error) {
      failures.push(`draining, ${path}: ${(error as Error).message}`);
    } finally {
      agent.destroy();
    }
  }
}
