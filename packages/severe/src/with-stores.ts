import { createClock, createLog, loadSettings, StartError, type Clock, type Log, type Settings } from '@severe/base';
import type { Database } from '@severe/db';
import type { Platform } from '@severe/platform';
import { simulatedProviders } from './simulated-providers.ts';

/** Signals that stop a process. */
export const stopSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Dependencies of a command that uses the configured stores and then ends. */
export interface Stores {
  settings: Settings;
  db: Database;
  platform: Platform;
  clock: Clock;
  log: Log;
  simulated: boolean;
  /** Aborted by the first signal to stop; a second one ends the process at once. */
  signal: AbortSignal;
}

/**
 * Opens the configured stores, does the work and closes them, also after an error.
 *
 * @param env variables of the settings
 * @throws {StartError} a signal has stopped the work
 */
export async function withStores<T>(
  simulated: boolean,
  work: (stores: Stores) => Promise<T>,
  env: NodeJS.ProcessEnv = process.env,
): Promise<T> {
  // Loaded on demand: commands without stores start faster.
  const [{ openDatabase }, { openPlatform }] = await Promise.all([import('@severe/db'), import('@severe/platform')]);
  const settings = loadSettings(env);
  const log = createLog('warn');
  const clock = createClock(settings.clock);
  const ending = new AbortController();
  const { signal } = ending;
  const stop = (): void => ending.abort();
  for (const name of stopSignals) process.once(name, stop);
  const db = await openDatabase(settings, { log, clock, simulated });
  try {
    const platform = await openPlatform(settings, log);
    try {
      return await work({ settings, db, platform, clock, log, simulated, signal });
    } finally {
      await platform.close();
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new StartError('stopped by a signal; what is stored stays, and the command can be repeated', {
      cause: error,
    });
  } finally {
    await db.close();
    for (const name of stopSignals) process.off(name, stop);
  }
}

/** As `withStores`, for work that makes requests to providers: a simulated world has simulated ones. */
export async function withProviders<T>(
  simulated: boolean,
  work: (stores: Stores) => Promise<T>,
  env?: NodeJS.ProcessEnv,
): Promise<T> {
  const onStores = async (stores: Stores): Promise<T> => {
    if (!simulated) return work(stores);
    const { settings, close } = await simulatedProviders(stores.settings, stores);
    try {
      return await work({ ...stores, settings });
    } finally {
      await close();
    }
  };
  return withStores(simulated, onStores, env);
}
