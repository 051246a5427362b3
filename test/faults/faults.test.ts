import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataError, loadSettings, silentLog, UpstreamError, type Settings } from '@severe/base';
import { sources } from '@severe/catalogue';
import type { Database } from '@severe/db';
import { createFeeds, createHttpFetcher, type Feed, type FeedReport } from '@severe/ingest';
import { openPlatform, type Platform } from '@severe/platform';
import { expect } from 'chai';
import { hostHandler, pageHosts } from '@severe/simulator/testing/server';
import { testConnection, testDatabase } from '@severe/db/testing/database';
import { faults, type Fault } from './faults.ts';
import { openUnrulyProvider, type UnrulyProvider } from './unruly-provider.ts';

const now = new Date('2026-05-20T22:30:00Z');
const clock = (): Date => now;

/** Feeds of bucket files share one listing, which has its own tests. */
const ofBuckets = ['radar', 'satellite', 'nexrad', 'hrrr', 'lightning'];
/** Bundled data has no provider. */
const bundled = ['counties', 'places'];
const ofPages = createFeeds().filter(
  ({ id: feed, source }) =>
    !ofBuckets.includes(source) &&
    !bundled.includes(feed) &&
    sources.some(({ id, simulated }) => id === source && simulated),
);

/** Half of a line-based file is a valid file: only the announced length reveals the loss. */
const inLines = new Set(['nws-observations', 'spc-reports']);

/** Tables about the state of sources, not about their data. */
const bookkeeping = ['source_states', 'source_runs', 'data_sets'];

/** Guarantee G4: earlier rows remain, and the source is reported as failed. */
describe('every feed × every fault of its provider', function () {
  this.timeout(240_000);
  let simulator: Server;
  let provider: UnrulyProvider;
  let dataDir: string;
  let settings: Settings;
  let platform: Platform;
  let db: Database;

  before(async () => {
    const failed = (error: unknown): void => expect.fail(String(error));
    simulator = createServer(hostHandler({ buckets: [], pages: pageHosts(1) }, async () => now.getTime(), failed));
    await new Promise<void>((resolve) => simulator.listen(0, '127.0.0.1', resolve));
    provider = await openUnrulyProvider(`http://127.0.0.1:${(simulator.address() as AddressInfo).port}`);
    dataDir = await mkdtemp(join(tmpdir(), 'severe-faults-'));
    settings = loadSettings({ DATA_DIR: dataDir });
    platform = await openPlatform(settings, silentLog);
    db = await testDatabase({ clock, simulated: true }); // one for all: zones are those of the alerts before
  });
  after(async () => {
    await provider?.close();
    simulator.closeAllConnections();
    simulator.close();
    await platform?.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  /** Runs the feed once, with a fetcher without ETags. */
  function run(feed: Feed, fault?: Fault): Promise<FeedReport> {
    const { signal } = new AbortController();
    const fetcher = createHttpFetcher(provider.url, signal);
    const { objects, queue, pubsub } = platform;
    provider.fault = fault;
    provider.spoiled = 0;
    return feed.run({ settings, fetcher, db, objects, queue, pubsub, clock, log: silentLog, signal });
  }

  /** Runs a feed until it brings nothing more; some have no simulated provider. @returns the rows */
  async function runToTheEnd(feed: Feed): Promise<Record<string, number>> {
    for (let rows = await rowCounts(); ;) {
      await run(feed).catch(() => undefined);
      const then = await rowCounts();
      if (JSON.stringify(then) === JSON.stringify(rows)) return rows;
      rows = then;
    }
  }

  const reached: string[] = [];
  for (const feed of ofPages) {
    it(`${feed.id} keeps its rows and reports the failure`, async () => {
      const rows = await runToTheEnd(feed);
      for (const fault of faults) {
        const outcome = await run(feed, fault).catch((error: unknown) => error);
        if (provider.spoiled === 0) continue; // it had nothing to ask, or what it asks for is not there
        reached.push(feed.id);
        if (!(fault.cut && inLines.has(feed.id))) expect(failureOf(outcome), fault.name).to.equal(true);
        expect(await rowCounts(), fault.name).to.deep.equal(rows);
      }
      expect(await runToTheEnd(feed), 'afterwards').to.deep.equal(rows);
    });
  }

  it('every feed that fetches repeatedly is tested', () => {
    const often = ['nws-alerts', 'local-reports', 'spc-reports', 'spc-outlooks', 'spc-watches', 'spc-discussions'];
    const others = ['nhc-storms', 'nhc-outlook', 'wpc-eros', 'nws-text', 'nws-observations', 'iem-currents'];
    expect(reached).to.include.members([...often, ...others]);
  });
});

/** Whether the schedule counts the error as a failure of the source. @throws any other error */
function failureOf(outcome: unknown): boolean {
  if (outcome instanceof DataError || outcome instanceof UpstreamError) return true;
  if (outcome instanceof Error) throw outcome;
  const { new: added, refused, isResponseValid } = outcome as FeedReport;
  return refused.length > 0 && added === 0 && !isResponseValid;
}

/** Number of rows of every table of data. */
async function rowCounts(): Promise<Record<string, number>> {
  const { knex } = await testConnection();
  const tables = await knex('pg_tables').where({ schemaname: 'public' }).whereNot('tablename', 'like', 'knex%');
  const names = (tables as { tablename: string }[])
    .map(({ tablename }) => tablename)
    .filter((name) => name !== 'spatial_ref_sys' && !bookkeeping.includes(name));
  const counted = names.map((name) => `select '${name}' as name, count(*)::int as rows from "${name}"`);
  const { rows } = await knex.raw<{ rows: { name: string; rows: number }[] }>(counted.join(' union all '));
  return Object.fromEntries(rows.map((row) => [row.name, row.rows]));
}
