import { sources } from '@severe/catalogue';
import type { Clock, Log, Settings } from '@severe/base';
import type { Database } from '@severe/db';
import type { Platform } from '@severe/platform';
import type { Feed } from './feed.ts';
import { createFeeds } from './feeds/index.ts';
import { followedSites } from './feeds/nexrad/feed.ts';
import { createHttpFetcher } from './fetch/http-fetcher.ts';
import { schedule } from './schedule.ts';

const hourMs = 3_600_000;

/** Success rates look back a day. */
const runsKeptMs = 25 * hourMs;

/** Outlooks and watches are asked for while they are valid; those before tell what a day was thought to bring. */
const areasKeptMs = 30 * 24 * hourMs;

/** Tracks are asked for ten years back. */
const tracksKeptMs = 3660 * 24 * hourMs;

/** A cell is asked for by itself for so long; its forecast is good for a day at most, and takes some 30 KB. */
const cellsKeptMs = 3 * 24 * hourMs;
const cellsKept = 20_000;

/** Starts every feed; `close` ends what is under way. @throws {StartError} when a setting names what is not there */
export function startIngest(means: {
  settings: Settings;
  db: Database;
  platform: Platform;
  clock: Clock;
  log: Log;
  /** In the simulated world only what it has is fetched. */
  simulated: boolean;
}): { close(): Promise<void> } {
  const { settings, db, platform, clock, log, simulated } = means;
  followedSites(settings.nexradSites);
  const ending = new AbortController();
  const fetcher = createHttpFetcher(settings.providers, ending.signal);
  const { objects, queue, pubsub } = platform;
  const world = simulated ? 'simulated' : 'live';
  const ofWorld = ({ source, only = world }: Feed): boolean => only === world && (!simulated || isSimulated(source));
  const running = createFeeds().filter((feed) => ofWorld(feed) && (feed.wanted?.(settings) ?? true));
  const stop = schedule(running, { settings, fetcher, db, objects, queue, pubsub, clock, log });
  const pruning = setInterval(() => void prune(settings, db, clock, log), hourMs);
  return {
    close() {
      clearInterval(pruning);
      ending.abort();
      return stop();
    },
  };
}

function isSimulated(source: string): boolean {
  return sources.some(({ id, simulated }) => id === source && simulated);
}

/** Removes what nobody will ask for any more. */
async function prune(settings: Settings, db: Database, clock: Clock, log: Log): Promise<void> {
  const now = clock().getTime();
  try {
    await db.sourceRuns.prune(new Date(now - runsKeptMs));
    await db.alerts.removeOld(new Date(now - settings.alertRetentionDays * 24 * hourMs));
    await db.outlooks.removeOld(new Date(now - areasKeptMs));
    await db.eros.removeOld(new Date(now - areasKeptMs));
    await db.reports.removeOld(new Date(now - settings.reportRetentionDays * 24 * hourMs));
    await db.lightning.removeOld(new Date(now - settings.lightningRetentionHours * hourMs));
    await db.observations.removeOld(new Date(now - settings.observationRetentionHours * hourMs));
    await db.gauges.removeOld(new Date(now - 24 * hourMs));
    await db.watches.removeOld(new Date(now - areasKeptMs));
    await db.discussions.removeOld(new Date(now - areasKeptMs));
    await db.damageTracks.removeOld(new Date(now - tracksKeptMs));
    await db.forecasts.removeOld(new Date(now - cellsKeptMs), cellsKept);
    await db.bulletins.removeOld(new Date(now - settings.textRetentionDays * 24 * hourMs));
    await db.soundings.removeOld(new Date(now - settings.soundingRetentionDays * 24 * hourMs));
    await db.tidy();
  } catch (error) {
    log.warn({ err: error }, 'what is old could not be removed');
  }
}
