import { createClock, loadSettings, silentLog } from '@severe/base';
import { openDatabase, type Database } from '@severe/db';
import { openPlatform, type Platform } from '@severe/platform';
import { needServices, storesOf } from '../../scripts/support/stores.ts';
import { loadTime } from '../api/world.ts';

/** PostgreSQL, Redis and MinIO that all processes of a cluster share. */
export interface ClusterStores {
  /** Settings of the processes. */
  env: Record<string, string>;
  db: Database;
  platform: Platform;
  close(): Promise<void>;
}

/** Opens a new database, and the bucket and the keys of that name. */
export async function openClusterStores(name: string): Promise<ClusterStores> {
  await needServices();
  const env = await storesOf(name, { fresh: true });
  const settings = loadSettings(env);
  const db = await openDatabase(settings, { log: silentLog, clock: createClock(loadTime), simulated: false });
  const platform = await openPlatform(settings, silentLog);
  return {
    env,
    db,
    platform,
    async close() {
      await platform.close();
      await db.close();
    },
  };
}
