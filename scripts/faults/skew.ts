import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '@severe/testing/until';
import { startProcess, withFolder, type ServiceProcess } from '../support/service-process.ts';
import { needServices, storesOf } from '../support/stores.ts';
import { startLoad } from './load.ts';
import { paths } from './requests.ts';
import { lastRelease, type Release } from './skew/last-release.ts';
import { lastingRows } from './skew/rows.ts';
import { startWriter } from './skew/writer.ts';
import type { FaultSuite } from './suite.ts';

const clients = 4;
/** How long both releases work side by side, and the second one alone. */
const togetherMs = 60_000;
const aloneMs = 20_000;

/** A release, or this clone. */
type Side = { name: string } & Partial<Pick<Release, 'command'>>;

/** An API and a worker of one side. */
async function startSide(side: Side, dataDir: string, stores: Record<string, string>): Promise<ServiceProcess[]> {
  const processes: ServiceProcess[] = [];
  for (const roles of ['api,tiles', 'ingest,raster,webhooks']) {
    const env = { ...stores, SOURCES: 'alerts,radar', MAX_LOCATIONS: '1000000', DRAIN_SECONDS: '1' };
    const { command } = side;
    processes.push(await startProcess({ args: ['--demo', '--roles', roles], dataDir, env, command }));
  }
  return processes;
}

/** What was seen while one side took the place of the other. */
interface Meeting {
  answered: number;
  failures: string[];
  rows: number;
  /** Rows that were there before the second side started, or of which it was said, and are not there at the end. */
  lost: string[];
}

/** Lets a side work, then both, then the other alone. The first one makes the schema, and the other one finds it. */
async function meet(first: Side, second: Side): Promise<Meeting> {
  return withFolder(async (folder) => {
    const stores = await storesOf('severe_skew', { fresh: true });
    const running: ServiceProcess[] = [];
    let apis: string[] = [];
    const start = async (side: Side): Promise<ServiceProcess[]> => {
      const own = await startSide(side, join(folder, 'data'), stores);
      running.push(...own);
      return own;
    };
    try {
      const [api, worker] = await start(first);
      apis = [api.url];
      const writer = await startWriter(() => apis);
      const tile = `${api.url}/api/v1/radar/tiles/composite-reflectivity/4/3/6.png`;
      await until(async () => (await fetch(tile)).ok, { withinMs: 600_000, everyMs: 500 });
      const load = startLoad('', { clients, pathOf: (i) => apis[i % apis.length] + paths[i % paths.length] });
      const before = await lastingRows(stores.DATABASE_URL);
      const [otherApi] = await start(second);
      apis = [api.url, otherApi.url];
      await pause(togetherMs);
      const shared = await lastingRows(stores.DATABASE_URL);
      apis = [otherApi.url];
      await pause(1_000); // requests to the first one end
      await Promise.all([api.end('SIGTERM'), worker.end('SIGTERM')]);
      await pause(aloneMs);
      await writer.stop();
      const { answered, failures } = await load.stop();
      const after = await lastingRows(stores.DATABASE_URL);
      const listed = await writer.listed(otherApi.url);
      return {
        answered: answered + writer.saved.length,
        failures: [...failures, ...writer.failures],
        rows: after.size,
        lost: [
          ...[...before, ...shared].filter((row) => !after.has(row)),
          ...writer.saved.filter((name) => !listed.has(name)),
        ],
      };
    } finally {
      for (const each of running) await each.end('SIGKILL');
    }
  });
}

/** Processes of two releases on one database, as while an installation is upgraded, or goes back. */
export const skew: FaultSuite = {
  about: 'an API and a worker of the last release beside those of this clone, in both orders, under load',
  async run(report) {
    const release = lastRelease();
    if (!release) {
      const measured = 'this clone has no tag of a release; git fetch --tags brings them';
      return report({ promise: 'no request fails', measured, state: 'skipped' });
    }
    await needServices();
    const old = { name: release.tag, command: release.command };
    const own = { name: 'this clone' };
    for (const [first, second] of [
      [old, own],
      [own, old],
    ] as [Side, Side][]) {
      const { answered, failures, rows, lost } = await meet(first, second);
      const order = `${first.name}, then ${second.name}`;
      report({
        promise: `${order}: no request fails`,
        measured: `${answered} answered, ${failures.length} failed${failures.length > 0 ? `: ${failures[0]}` : ''}`,
        state: failures.length === 0 && answered > 0 ? 'kept' : 'broken',
      });
      report({
        promise: `${order}: no row is lost`,
        measured: `${rows} rows, ${lost.length} lost${lost.length > 0 ? `: ${lost[0]}` : ''}`,
        state: lost.length === 0 && rows > 0 ? 'kept' : 'broken',
      });
    }
  },
};
