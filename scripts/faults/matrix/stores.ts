import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApi } from '@severe/api';
import { CacheBudget } from '@severe/async';
import { createLog, loadSettings, UpstreamError, type Settings } from '@severe/base';
import type { Database } from '@severe/db';
import { databaseOn, openEmbedded } from '@severe/db/testing/embedded';
import { openPlatform, type Platform } from '@severe/platform';
import { run } from '@severe/testing/serve';
import { startProviders } from './providers.ts';

/** A service without workers, and simulated providers in a process of their own, at a fixed moment. */
export interface Stores {
  settings: Settings;
  db: Database;
  platform: Platform;
  /** Runs a statement on the database. */
  sql: <Row>(statement: string) => Promise<Row[]>;
  clock: () => Date;
  /** Base URL of the simulated providers. */
  providers: string;
  /** Base URL of the API. */
  api: string;
  close: () => Promise<void>;
}

const log = createLog('error');

/** How the stores are opened. */
interface Options {
  /** The connection to an open database with empty tables, which stays open. Default: a new one. */
  connection?: Awaited<ReturnType<typeof openEmbedded>>;
}

/** Opens them in a folder of their own. */
export async function openStores(now: Date, options: Options = {}): Promise<Stores> {
  const folder = await mkdtemp(join(tmpdir(), 'severe-matrix-'));
  const clock = (): Date => now;
  const keys = { SYNOPTIC_TOKEN: 'token', MPING_KEY: 'key', SPOTTER_NETWORK_ID: '1' };
  const few = { NEXRAD_SITES: 'KTLX', HRRR_FIELDS: 'cape', HRRR_HOURS: '2' };
  const settings = loadSettings({ DATA_DIR: folder, ...few, ...keys });
  const connection = options.connection ?? (await openEmbedded(folder, log));
  const db = databaseOn(connection, { clock, simulated: true });
  const platform = await openPlatform(settings, log);
  const providers = await startProviders(now);
  const api = createApi({
    settings,
    budget: new CacheBudget(settings.cacheMb << 20),
    db,
    platform,
    clock,
    log,
    simulated: true,
    version: '0.0.0',
    otherEndpoints: [],
    publicUrl: () => 'https://wx.example.org',
    fetchForecast: async () => {
      throw new UpstreamError('api.weather.gov', 'is away');
    },
    runsMaxAgeMs: 0,
  });
  const service = await run(api.listener);
  return {
    settings,
    db,
    platform,
    clock,
    sql: async <Row>(statement: string) => (await connection.knex.raw<{ rows: Row[] }>(statement)).rows,
    providers: providers.url,
    api: `${service.url}/api/v1`,
    async close() {
      await service.close();
      await api.close();
      await providers.close();
      await platform.close();
      if (!options.connection) await connection.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
