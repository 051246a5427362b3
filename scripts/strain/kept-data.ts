import { loadSettings, silentLog } from '@severe/base';
import { frameFamilies, type FrameFamily } from '@severe/catalogue';
import { openDatabase, type Database } from '@severe/db';
import { createFeeds, createHttpFetcher, type Feed } from '@severe/ingest';
import { openPlatform } from '@severe/platform';
import { startSimulator } from '@severe/simulator';

/** What a service has kept of a time, read from its stores after its end. */
export interface KeptData {
  /** Items that the providers had at the end of the time and the service has not, by feed. */
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
const frequent = new Set(['nws-alerts', 'mrms', 'nexrad', 'goes', 'glm-east', 'glm-west', 'local-reports']);
export const frequentFeeds = (): Feed[] => createFeeds().filter(({ id }) => frequent.has(id));

/**
 * Reads the stores of a service that has ended. Frequent feeds are run once more, with providers and a clock that stand
 * still at the end of the time: whatever they bring was lost.
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
    return { jobs, frames, doubled, events, lost: await findLost(db, env, { seed, clock }) };
  } finally {
    await db.close();
  }
}

async function findLost(
  db: Database,
  env: NodeJS.ProcessEnv,
  { seed, clock }: { seed: number; clock: () => Date },
): Promise<Record<string, number>> {
  const settings = loadSettings(env);
  const { signal } = new AbortController();
  const simulator = await startSimulator({ port: 0, seed, clock, log: silentLog });
  const platform = await openPlatform(settings, silentLog);
  const lost: Record<string, number> = {};
  try {
    const fetcher = createHttpFetcher(simulator.url, signal);
    for (const feed of frequentFeeds()) {
      const report = await feed.run({ settings, fetcher, db, ...platform, clock, log: silentLog, signal });
      lost[feed.id] = report.new;
    }
  } finally {
    await platform.close();
    await simulator.close();
  }
  return lost;
}
