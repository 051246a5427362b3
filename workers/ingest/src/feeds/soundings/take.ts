import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { findSoundingStation } from '@severe/catalogue';
import type { SoundingParameters } from '@severe/db';
import { announce } from '../../announce.ts';
import type { FeedContext, FeedReport } from '../../feed.ts';
import type { Profile, SoundingRow } from './row.ts';

const threadFile = new URL(
  import.meta.url.endsWith('.ts') ? './thread-from-source.mjs' : './thread.js',
  import.meta.url,
);

/** Stores soundings of the stations that are served, with what follows from them, and says so. */
export async function takeSoundings(context: FeedContext, rows: SoundingRow[], report: FeedReport): Promise<void> {
  const served = rows.flatMap((row) => {
    const station = findSoundingStation(row.station);
    return station ? [{ ...row, station }] : [];
  });
  if (served.length === 0) return;
  const parameters = await parametersOfAll(served.map(({ profile }) => profile));
  const soundings = served.map(({ station: { icao, state, lon, lat }, at, source, profile }, i) => {
    return { station: icao, state, lon, lat, at, source, profile, ...parameters[i] };
  });
  const stored = await context.db.soundings.take(soundings);
  report.new += stored.new.length;
  report.changed += stored.updated.length;
  report.unchanged += soundings.length - stored.new.length - stored.updated.length;
  if (stored.new.length + stored.updated.length > 0) await announce(context, { source: 'soundings', ...stored });
  const newest = new Date(Math.max(...soundings.map(({ at }) => at.getTime())));
  await context.db.sourceRuns.recordData('soundings', newest);
}

/** In the order of the profiles, from a thread. */
async function parametersOfAll(profiles: Profile[]): Promise<SoundingParameters[]> {
  const thread = new Worker(threadFile, { workerData: profiles });
  try {
    const [parameters] = (await once(thread, 'message')) as [SoundingParameters[]];
    return parameters;
  } finally {
    await thread.terminate();
  }
}
