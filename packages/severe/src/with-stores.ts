import { createClock, createLog, loadSettings, type Clock, type Log, type Settings } from '@severe/base';
import type { Database } from '@severe/db';
import type { Platform } from '@severe/platform';

/** What a command works with that touches the configured stores and then ends. */
export interface Stores {
  settings: Settings;
  db: Database;
  platform: Platform;
  clock: Clock;
  log: Log;
  simulated: boolean;
}

/** Opens the configured stores, does the work, and closes them again, whatever came of it. */
export async function withStores<T>(simulated: boolean, work: (stores: Stores) => Promise<T>): Promise<T> {
  // Only now: commands that touch no store need not wait for all of this.
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
