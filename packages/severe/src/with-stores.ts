import { createClock, createLog, loadSettings, type Clock, type Log, type Settings } from '@severe/base';
import type { Database } from '@severe/db';
import type { Platform } from '@severe/platform';

/** Dependencies of a command that uses the configured stores and then ends. */
export interface Stores {
  settings: Settings;
  db: Database;
  platform: Platform;
  clock: Clock;
  log: Log;
  simulated: boolean;
}

/** Opens the configured stores, does the work and closes them, also after an error. */
export async function withStores<T>(simulated: boolean, work: (stores: Stores) => Promise<T>): Promise<T> {
  // Loaded on demand: commands without stores start faster.
  const [{ openDatabase }, { openPlatform }] = await Promise.all([import('@severe/db'), import('@severe/platform')]);
  const settings = loadSettings(process.env);
  const log = createLog('warn');
  const clock = createClock(settings.clock);
  const db = await openDatabase(settings, { log, clock, simulated });
  try {
    const platform = await openPlatform(settings, log);
    try {
      return await work({ settings, db, platform, clock, log, simulated });
    } finally {
      await platform.close();
    }
  } finally {
    await db.close();
  }
}
