import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startProcess, withFolder } from '../support/service-process.ts';
import type { FaultSuite } from './suite.ts';

const clients = 20;
/** Requests of a client, one after another on its connection: their responses fill every buffer on the way. */
const pipelined = 5;
/** A client that reads nothing is cut after 30 to 60 s; a busy machine may be late. */
const cutWithinMs = 180_000;
const maxGrowthMb = 200;

/** Clients that send requests and read no response. */
export const readers: FaultSuite = {
  about: `${clients} clients that do not read what they requested`,
  run: (report) =>
    withFolder(async (folder) => {
      const service = await startProcess({ args: ['--demo', '--roles', 'api'], dataDir: join(folder, 'data') });
      const { hostname, port } = new URL(service.url);
      await fetch(`${service.url}/api/v1/openapi.json`);
      const before = residentMb(service.pid);

      const startedAt = performance.now();
      const request = 'GET /api/v1/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(pipelined);
      const sockets = Array.from({ length: clients }, () => {
        const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(request)).pause();
        return socket.on('error', () => undefined);
      });

      let [most, asked, answered] = [before, 0, 0];
      const stuck = new Set<string>();
      let left: string[] = [];
      while (stuck.size < clients || left.length > 0) {
        if (performance.now() - startedAt > cutWithinMs) break;
        left = unreadBy(service.pid, port);
        for (const client of left) stuck.add(client);
        asked++;
        const { ok } = await fetch(`${service.url}/healthz`, { headers: { connection: 'close' } });
        if (ok) answered++;
        most = Math.max(most, residentMb(service.pid));
        await pause(200);
      }
      const seconds = (performance.now() - startedAt) / 1000;
      for (const socket of sockets) socket.destroy();
      const code = await service.end('SIGTERM');

      report({
        promise: 'a client that does not read is cut',
        measured: `${stuck.size - left.length} of ${clients} cut within ${seconds.toFixed(0)} s`,
        state: stuck.size === clients && left.length === 0 ? 'kept' : 'broken',
      });
      report({
        promise: 'other clients are answered meanwhile',
        measured: `${answered} of ${asked} requests`,
        state: answered === asked && asked > 0 ? 'kept' : 'broken',
      });
      report({
        promise: `memory grows by at most ${maxGrowthMb} MB`,
        measured: `${Math.round(most - before)} MB`,
        state: most - before <= maxGrowthMb ? 'kept' : 'broken',
      });
      report({
        promise: 'the service stops with exit code 0',
        measured: String(code),
        state: code === 0 ? 'kept' : 'broken',
      });
    }),
};

function residentMb(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))![1]) / 1024;
}

const established = '01';

/** Clients whose open connection to a local port of a process has bytes that wait to be sent. */
function unreadBy(pid: number, port: string): string[] {
  const local = `:${Number(port).toString(16).toUpperCase().padStart(4, '0')}`;
  const [, ...lines] = readFileSync(`/proc/${pid}/net/tcp`, 'latin1').trim().split('\n');
  const connections = lines.map((line) => line.trim().split(/\s+/));
  return connections
    .filter(
      ([, own, , state, queues]) => own.endsWith(local) && state === established && !queues.startsWith('00000000:'),
    )
    .map(([, , client]) => client);
}
