import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Database } from '@severe/db';

/** Of one process, which has a file for each. */
const mostClients = 18_000;
const script = fileURLToPath(new URL('stream-clients.mjs', import.meta.url));

/** Many open streams, in processes of their own. */
export interface Crowd {
  clients: number;
  /** Unix milliseconds at which events arrived, by their ids. @throws {Error} a stream was closed */
  arrivals(): Promise<Map<string, number[]>>;
  /** Closes all streams. */
  end(): Promise<void>;
}

interface Report {
  arrivals: [id: string, times: number[]][];
  closed: number;
}

/** Opens so many streams of a service, and waits until all are open. */
export async function openCrowd(base: string, clients: number): Promise<Crowd> {
  const count = Math.ceil(clients / mostClients);
  // Each has an address of its own: an address has 28,000 ports.
  const parts = Array.from({ length: count }, (_, i) =>
    fork(script, [base, String(Math.floor((clients + i) / count)), `127.0.0.${i + 1}`]),
  );
  const ended = (part: ChildProcess): Promise<unknown> => (part.exitCode === null ? once(part, 'exit') : Promise.resolve()); // prettier-ignore
  await Promise.all(parts.map((part) => once(part, 'message')));
  return {
    clients,
    async arrivals() {
      const all = new Map<string, number[]>();
      for (const part of parts) {
        part.send('report');
        const [{ arrivals, closed }] = (await once(part, 'message')) as [Report];
        if (closed > 0) throw new Error(`${closed} streams were closed`);
        for (const [id, times] of arrivals) all.set(id, [...(all.get(id) ?? []), ...times]);
      }
      return all;
    },
    async end() {
      const gone = parts.map(ended);
      for (const part of parts) if (part.connected) part.send('end');
      await Promise.all(gone);
    },
  };
}

/** Commits one event a second, each of another frame. @returns Unix milliseconds of each commit, by the id of the event */
export async function commitEvents(db: Database, firstFrame: number, events: number): Promise<Map<string, number>> {
  const commits = new Map<string, number>();
  for (let i = firstFrame; i < firstFrame + events; i++) {
    await db.frames.insert({
      family: 'radar',
      product: 'vil',
      runAt: null,
      validAt: new Date(Date.UTC(2026, 4, 20, 22, i)),
      publishedAt: new Date(),
      tilesKey: null,
      tilesBytes: 0,
      valuesKey: `values-${i}`,
      valuesBytes: 1,
      simulated: false,
    });
    const at = performance.timeOrigin + performance.now();
    const { seconds, number } = await db.streamEvents.position();
    commits.set(`${seconds}-${String(number).padStart(4, '0')}`, at);
    await sleep(1000);
  }
  return commits;
}

/** Milliseconds from the commit of an event to each client. */
export async function delaysOf(crowd: Crowd, commits: ReadonlyMap<string, number>): Promise<number[]> {
  await sleep(3000); // the last event is on its way
  const times = await crowd.arrivals();
  return [...commits].flatMap(([id, at]) => {
    const received = times.get(id) ?? [];
    if (received.length !== crowd.clients)
      throw new Error(`event ${id} reached ${received.length} of ${crowd.clients} clients`);
    return received.map((time) => time - at);
  });
}
