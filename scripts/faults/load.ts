import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { ask, betweenMs } from './requests.ts';

/** What clients saw. */
export interface LoadReport {
  answered: number;
  /** Requests without an answer, or with another status than 200. */
  failures: string[];
  /** Milliseconds that 99 of 100 requests took at most. */
  p99Ms: number;
  longestMs: number;
}

export interface LoadOptions {
  clients: number;
  /** Path of a request. @param number counts the requests of all clients */
  pathOf: (number: number) => string;
}

/** Clients with one connection each that send one request after another, and try nothing again. */
export function startLoad(url: string, { clients, pathOf }: LoadOptions): { stop: () => Promise<LoadReport> } {
  const report: LoadReport = { answered: 0, failures: [], p99Ms: 0, longestMs: 0 };
  const times: number[] = [];
  const over = new AbortController();
  let sent = 0;
  const runClient = async (): Promise<void> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (!over.signal.aborted) {
      const path = pathOf(sent++);
      const begun = performance.now();
      try {
        // Every second one asks for news: else the cache of the router would answer nearly all.
        const { statusCode } = await ask(url + path, agent, sent % 2 === 0 ? { 'Cache-Control': 'no-cache' } : {});
        if (statusCode === 200) report.answered++;
        else report.failures.push(`${path}: ${statusCode}`);
      } catch (error) {
        report.failures.push(`${path}: ${(error as NodeJS.ErrnoException).code ?? (error as Error).message}`);
      }
      times.push(performance.now() - begun);
      await pause(betweenMs);
    }
    agent.destroy();
  };
  const running = Array.from({ length: clients }, runClient);
  return {
    async stop() {
      over.abort();
      await Promise.all(running);
      times.sort((one, other) => one - other);
      report.p99Ms = Math.round(times[Math.floor(times.length * 0.99)] ?? 0);
      report.longestMs = Math.round(times.at(-1) ?? 0);
      return report;
    },
  };
}
