import { hourMs } from '@severe/async';
import { medianOf, messageOf } from '@severe/base';
import { modelIds, sources, type ModelSettings } from '@severe/catalogue';
import type { DataSetName, DayTraffic } from '@severe/db';
import type { ApiContext } from '../../context.ts';
import { sourceStates, type SourceState } from './source-status.ts';

/** The data set of a source whose list has a past; those of others have the id of their source. */
const listOf: Readonly<Record<string, DataSetName>> = { radar: 'storm_cells' };

/**
 * Reads the state of every source. The age of a model is that of its newest run, because its newest valid time is in
 * the future.
 *
 * If the database is unavailable, the status of every source is `unknown`.
 */
export async function readSources({
  db,
  clock,
  modelRuns,
  log,
  simulated,
  settings,
}: Pick<ApiContext, 'db' | 'clock' | 'modelRuns' | 'log' | 'simulated'> & {
  settings: ModelSettings;
}): Promise<SourceState[]> {
  const now = clock();
  const world = { now, simulated, settings };
  try {
    const [health, runs, unknownWords, sets] = await Promise.all([
      db.sourceRuns.health(now),
      modelRuns(),
      db.unknownWords.counts(),
      db.dataSets.all(),
    ]);
    const newestRuns = Object.fromEntries(modelIds.map((id) => [id, runs[id].newest]));
    const since = new Map(sets.map(({ name, pastSince }) => [name, pastSince]));
    return sourceStates(sources, health, world, newestRuns, unknownWords).map((state) => {
      const recordsSince = since.get(listOf[state.source.id] ?? state.source.id);
      return recordsSince ? { ...state, recordsSince } : state;
    });
  } catch (error) {
    log.warn({ reason: messageOf(error) }, 'reading source health failed');
    return sourceStates(sources, [], world);
  }
}

/** Time for which the clock of a provider is remembered. */
const clockAgeMs = 2 * hourMs;

/** By how many seconds the clocks of providers are ahead of ours, their median; null unless some have answered. */
export function clockOffsetOf(traffic: readonly DayTraffic[], now: Date): number | null {
  const offsets = traffic.flatMap(({ aheadMs, lastAt }) =>
    aheadMs === null || now.getTime() - lastAt.getTime() > clockAgeMs ? [] : aheadMs,
  );
  const median = medianOf(offsets);
  return median === undefined ? null : Math.round(median / 1000);
}

/** What the hosts of all sources have sent in the last day; none if the database is unavailable. */
export async function trafficOf({ db, clock, log }: Pick<ApiContext, 'db' | 'clock' | 'log'>): Promise<DayTraffic[]> {
  return db.traffic.ofDay(clock()).catch((error: unknown) => {
    log.warn({ reason: messageOf(error) }, 'reading the traffic of providers failed');
    return [];
  });
}
