import { setTimeout as pause } from 'node:timers/promises';
import { until } from '@severe/testing/until';
import { canFollowNames } from '../support/router.ts';
import { withFolder } from '../support/service-process.ts';
import { needServices } from '../support/stores.ts';
import { startLoad, type LoadReport } from './load.ts';
import { paths } from './requests.ts';
import { startReplicaSet, type Replica, type ReplicaSet } from './router/replica-set.ts';
import type { FaultSuite } from './suite.ts';

const clients = 8;
const maxP99Ms = 500;
/** How long a replica is cut, or stands still. */
const faultMs = 30_000;
/** Time in which a replica that is well again is asked again. */
const calmMs = 5_000;

/** What is asked: lists, tiles, and values at places, most of them for the first time. */
function pathOf(number: number): string {
  const [kind, i] = [number % 3, Math.floor(number / 3)];
  if (kind === 0) return paths[i % paths.length];
  if (kind === 1) return `/api/v1/radar/tiles/composite-reflectivity/7/${25 + (i % 8)}/${47 + (i % 6)}.png`;
  const [lat, lon] = [32 + (i % 700) / 100, -104 + (i % 1300) / 100];
  return `/api/v1/radar/point?lat=${lat.toFixed(2)}&lon=${lon.toFixed(2)}`;
}

/** The faults. Each ends as the replicas are well again. */
const faults: Record<string, (set: ReplicaSet) => Promise<void>> = {
  async 'no fault'() {
    await pause(10_000);
  },
  async 'a rolling restart of every role'(set) {
    for (const replica of set.replicas) {
      const code = await set.restart(replica);
      if (code !== 0) throw new Error(`a process of ${replica.role} ended with ${code}`);
      await pause(calmMs);
    }
  },
  async 'an API and a tile server whose ways to all stores are cut'({ roads }) {
    for (const road of roads) await road.cut();
    await pause(faultMs);
    for (const road of roads) await road.mend();
    await pause(calmMs);
  },
  async 'an API and a tile server to which stores answer nothing'({ roads }) {
    for (const road of roads) road.block();
    await pause(faultMs);
    for (const road of roads) await road.cut(); // blocked connections stay so
    for (const road of roads) await road.mend();
    await pause(calmMs);
  },
  async 'an API and a tile server that stand still'(set) {
    const still = firstOf(set.replicas);
    for (const replica of still) process.kill(replica.process.pid, 'SIGSTOP');
    await pause(faultMs);
    for (const replica of still) process.kill(replica.process.pid, 'SIGCONT');
    await pause(calmMs);
  },
  async 'names that move: each API and tile server is made anew at another address'(set) {
    for (const replica of set.replicas.filter(({ role }) => role === 'api' || role === 'tiles')) {
      replica.host = set.newHost();
      await set.restart(replica);
      await pause(calmMs);
    }
  },
};

const firstOf = (replicas: readonly Replica[]): Replica[] => replicas.filter(({ isCuttable }) => isCuttable);

/** Guarantee G11, behind the shipped router, on real stores. */
export const router: FaultSuite = {
  about: 'replicas of every role behind infra/nginx.conf are restarted, cut, frozen and moved, under load',
  run: (report) =>
    withFolder(async (folder) => {
      if (!canFollowNames()) {
        const measured = 'no nginx of version 1.27.3; .ci/build-nginx makes one';
        return report({ promise: 'no request fails', measured, state: 'skipped' });
      }
      await needServices();
      const set = await startReplicaSet(folder);
      try {
        await until(async () => (await fetch(set.url + pathOf(1))).ok, { withinMs: 600_000, everyMs: 500 });
        for (const [name, cause] of Object.entries(faults)) {
          const load = startLoad(set.url, { clients, pathOf });
          let seen: LoadReport;
          try {
            await cause(set);
          } finally {
            seen = await load.stop();
          }
          const { answered, failures, p99Ms, longestMs } = seen;
          report({
            promise: `${name}: no request fails`,
            measured: `${answered} answered, ${failures.length} failed${failures.length > 0 ? `: ${failures[0]}` : ''}`,
            state: failures.length === 0 && answered > 0 ? 'kept' : 'broken',
          });
          report({
            promise: `${name}: p99 ≤ ${maxP99Ms} ms`,
            measured: `${p99Ms} ms, longest ${longestMs} ms`,
            state: p99Ms <= maxP99Ms ? 'kept' : 'broken',
          });
        }
      } finally {
        await set.close();
      }
    }),
};
