import { loadSettings, silentLog } from '@severe/base';
import { frameFamilies, type FrameFamily } from '@severe/catalogue';
import { openDatabase, type Database } from '@severe/db';
import { createFeeds, createHttpFetcher, type Feed } from '@severe/ingest';
import { openPlatform } from '@severe/platform';
import { startSimulator } from '@severe/simulator';

/** What a service has kept of a time, read from its stores after its end. */
export interface KeptData {
  /** Items of the time that the providers had at its end and the service has not, by feed. */
  lost: Record<string, number>;
  /** Frame jobs by family. */
  jobs: Record<FrameFamily, { refused: number; dead: number; skipped: number; lastReason: string | null }>;
  /** Number of frames, and of those that are there twice. */
  frames: number;
  doubled: number;
  /** Numbers of the published events. */
  events: number[];
}

/** Feeds that run every minute or more often: soon after the strain, nothing of before may be missing. */
const filesFeeds = new Set(['mrms', 'nexrad', 'goes', 'glm-east', 'glm-west']);
const frequent = new Set([...filesFeeds, 'nws-alerts', 'local-reports']);
export const frequentFeeds = (): Feed[] => createFeeds().filter(({ id }) => frequent.has(id));

/**
 * Reads the stores of a service that has ended. Frequent feeds are run once more, with providers and a clock that stand
 * still at the end of the time: whatever they bring of it was lost. Feeds of files also bring what is older, from the hour
 * before the start of the service: newest first, so that it takes no room from what was lost.
 *
 * @param seed of the simulated providers
 */
export async function readKeptData(
  env: NodeJS.ProcessEnv,
  { seed, from, until }: { seed: number; from: Date; until: Date },
): Promise<KeptData> {
  const settings = loadSettings(env);
  const clock = (): Date => until;
  const log = silentLog;
  const db = await openDatabase(settings, { log, clock, simulated: true });
  try {
    const jobs = {} as KeptData['jobs'];
    let [frames, doubled] = [0, 0];
    for (const family of frameFamilies) {
      jobs[family] = await db.frameJobs.troubles(family, from);
      const rows = await db.frames.all(family);
      const distinct = new Set(rows.map(({ product, runAt, validAt }) => JSON.stringify([product, runAt, validAt])));
      frames += rows.length;
      doubled += rows.length - distinct.size;
    }
    const events = (await db.streamEvents.newest(100_000)).map(({ number }) => number);
    return { jobs, frames, doubled, events, lost: await findLost(db, env, { seed, from, until }) };
  } finally {
    await db.close();
  }
}

async function findLost(
  db: Database,
  env: NodeJS.ProcessEnv,
  { seed, from, until }: { seed: number; from: Date; until: Date },
): Promise<Record<string, number>> {
  const clock = (): Date => until;
  const settings = loadSettings(env);
  const { signal } = new AbortController();
  const simulator = await startSimulator({ port: 0, seed, clock, log: silentLog });
  const platform = await openPlatform(settings, silentLog);
  const lost: Record<string, number> = {};
  try {
    const fetcher = createHttpFetcher({ providers: simulator.url }, signal);
    for (const feed of frequentFeeds()) {
      const before = await countObservations(db, from, until);
      const report = await feed.run({ settings, fetcher, db, ...platform, clock, log: silentLog, signal });
      const isOfFiles = filesFeeds.has(feed.id);
      lost[feed.id] = isOfFiles ? (await countObservations(db, from, until)) - before : report.new;
    }
  } finally {
    await platform.close();
    await simulator.close();
  }
  return lost;
}

/** Number of frames that are still to be made, and of flashes, of a time. */
async function countObservations(db: Database, from: Date, until: Date): Promise<number> {
  const due = await db.frameJobs.due(10_000);
  const { text } = await db.lightning.recent(from, until);
  return due.filter(({ validAt }) => validAt >= from).length + text.split(';').filter((flash) => flash !== '').length;
}
