import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApi, createOps, type Api, type ApiOptions, type Ops } from '@severe/api';
import { CacheBudget } from '@severe/async';
import { loadSettings, silentLog } from '@severe/base';
import { openPlatform, type Platform } from '@severe/platform';
import type { Database } from '@severe/db';
import { testDatabase } from '@severe/db/testing/database';
import { run, type Running } from '@severe/testing/serve';

/** The API on two free ports with an embedded database, files, and a clock that the test sets. */
export interface TestService extends Running {
  api: Api;
  ops: Ops;
  opsPort: Running;
  db: Database;
  platform: Platform;
  /** Sets the clock of the service. */
  setTime: (iso: string) => void;
}

/** Start of the storm day of the tests. */
export const someTime = '2026-05-20T22:18:05Z';

/**
 * @param change replaces dependencies, such as an unavailable store
 * @param open   opens the database; default: an embedded one
 */
export async function startTestApi(
  change: (stores: { db: Database; platform: Platform }) => Partial<ApiOptions> = () => ({}),
  open: typeof testDatabase = testDatabase,
): Promise<TestService> {
  const folder = await mkdtemp(join(tmpdir(), 'severe-api-'));
  let now = new Date(someTime);
  const clock = () => now;
  const settings = loadSettings({ DATA_DIR: folder });
  const db = await open({ simulated: true, clock });
  const platform = await openPlatform(settings, silentLog);
  const publicUrl = () => 'https://wx.example.org';
  const common = { settings, db, platform, clock, log: silentLog };
  const api = createApi({
    ...common,
    budget: new CacheBudget(64 << 20),
    simulated: true,
    version: '9.8.7',
    publicUrl,
    otherEndpoints: [],
    runsMaxAgeMs: 0,
    fetchForecast: async () => undefined, // only stored forecasts exist
    ...change({ db, platform }),
  });
  const ops = createOps({ ...common, simulated: true, api });
  const service = await run(api.listener);
  const opsPort = await run(ops.listener);
  return {
    ...service,
    api,
    ops,
    opsPort,
    db,
    platform,
    setTime: (iso) => (now = new Date(iso)),
    async close() {
      await Promise.all([service.close(), opsPort.close()]);
      await ops.close();
      await api.close();
      await platform.close();
      await rm(folder, { recursive: true });
    },
  };
}
