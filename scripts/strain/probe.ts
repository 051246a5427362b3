import { setTimeout as pause } from 'node:timers/promises';
import { messageOf } from '@severe/base';

/** A request that is repeated. `{i}` in the path is another number each time. */
export interface Probe {
  name: string;
  path: string;
  /** Statuses that keep the promise. */
  expected: number[];
}

/** What the requests of a probe brought. */
export interface ProbeReport extends Pick<Probe, 'name'> {
  answered: number;
  /** Other statuses, and errors. */
  failures: string[];
  longestMs: number;
}

/** Pause between two requests. */
const betweenMs = 500;
/** A person waits so long for a map. */
const timeoutMs = 30_000;
/** The numbers in place of `{i}`. */
const [first, count] = [110, 20];

/** Repeats a request until the end; the last one is completed. */
export async function probe(url: string, { name, path, expected }: Probe, over: AbortSignal): Promise<ProbeReport> {
  const report: ProbeReport = { name, answered: 0, failures: [], longestMs: 0 };
  for (let i = 0; !over.aborted; i++) {
    const from = performance.now();
    try {
      const response = await fetch(url + path.replace('{i}', String(first + (i % count))), {
        signal: AbortSignal.timeout(timeoutMs),
      });
      await response.arrayBuffer();
      if (expected.includes(response.status)) report.answered++;
      else report.failures.push(String(response.status));
    } catch (error) {
      report.failures.push(messageOf(error));
    }
    report.longestMs = Math.max(report.longestMs, performance.now() - from);
    await pause(betweenMs, undefined, { signal: over }).catch(() => undefined); // an AbortError
  }
  return report;
}
