import { wrongClockMs } from '@severe/base';
import {
  findModel,
  freshnessOf,
  lateFactor,
  modelWishes,
  sources,
  type ModelSettings,
  type Source,
} from '@severe/catalogue';
import type { SourceHealth } from '@severe/db';

/** Freshness of a source, by the age of its data. */
export const sourceStatuses = ['ok', 'late', 'stale', 'disabled', 'unknown'] as const;
export type SourceStatus = (typeof sourceStatuses)[number];

/** Whether a source with this status has data that count as the present. */
export const isPresent = (status: SourceStatus): boolean => status === 'ok' || status === 'late';

/** Where the data of a source are from: the provider's service, or while that is late, bulletins or another service. */
export const sourceOrigins = ['service', 'bulletins', 'other_service'] as const;
type SourceOrigin = (typeof sourceOrigins)[number];

/** Current state of a source. */
export interface SourceState {
  source: Source;
  health: SourceHealth | undefined;
  /** Number of different words of its providers that are not known. */
  unknownWords: number;
  dataAt: Date | null;
  ageSeconds: number | null;
  status: SourceStatus;
  /** Where the data are from; null for a source that nothing stands in for. */
  inUse: SourceOrigin | null;
  /** Begin of the record of what its list knew earlier; absent without such a list, or without data. */
  recordsSince?: Date;
}

/** What decides which sources there are. */
interface World {
  now: Date;
  /** A simulated world does not have all sources. */
  simulated: boolean;
  /** What the installation follows. Default: everything. */
  settings?: ModelSettings | undefined;
}

/** Whether the installation follows a source. If the settings name single feeds, any source may have one of them. */
function isFollowed({ id, simulated: isSimulated }: Source, { simulated, settings }: World): boolean {
  if (simulated && !isSimulated) return false;
  if (!settings) return true;
  const model = findModel(id);
  if (model && !modelWishes(model.id, settings).isFollowed) return false;
  const { sources: followed } = settings;
  const namesFeeds = followed.some((name) => !sources.some((source) => source.id === name));
  return followed.length === 0 || followed.includes(id) || namesFeeds;
}

/** A source with the interval at which the installation asks for its data: of a model it may skip runs. */
function asFollowed(source: Source, { settings }: World): Source {
  const model = findModel(source.id);
  if (!model || !settings) return source;
  const { everyHours } = modelWishes(model.id, settings);
  return { ...source, cadenceSeconds: Math.max(model.cycleHours, everyHours) * 3600 };
}

/** Number of consecutive failures after which a source without any data is stale instead of unknown. */
const failuresUntilStale = 2;

/**
 * Returns the state of every source, in the order of the catalogue.
 *
 * @param health    entries of the database, in any order
 * @param overrides data times by source that replace those of the database: the newest run of a model
 * @param unknownWords number of unknown words by source
 */
export function sourceStates(
  of: readonly Source[],
  health: readonly SourceHealth[],
  world: World,
  overrides: Record<string, Date | undefined> = {},
  unknownWords: ReadonlyMap<string, number> = new Map(),
): SourceState[] {
  const { now } = world;
  const bySource = new Map(health.map((entry) => [entry.source, entry]));
  return of.map((each) => {
    const source = asFollowed(each, world);
    const entry = bySource.get(source.id);
    const dataAt = overrides[source.id] ?? entry?.dataAt ?? null;
    // Forecast data, or a provider clock that is ahead: age 0.
    const ageSeconds = dataAt && Math.max(0, Math.floor((now.getTime() - dataAt.getTime()) / 1000));
    const disabled = !isFollowed(source, world);
    const never = dataAt === null && neverSucceeded(entry);
    const status = disabled ? 'disabled' : never ? 'stale' : statusOf(ageSeconds, source.cadenceSeconds);
    const inUse = source.secondSource ? originOf(source, source.secondSource, entry, now) : null;
    const words = unknownWords.get(source.id) ?? 0;
    return { source, health: entry, unknownWords: words, dataAt, ageSeconds, status, inUse };
  });
}

/** The second source is in use while the service is late and its own data are newer. */
function originOf(
  { cadenceSeconds }: Source,
  second: SourceOrigin,
  entry: SourceHealth | undefined,
  now: Date,
): SourceOrigin {
  const [serviceMs, secondMs] = [entry?.serviceAt, entry?.secondAt].map((at) => at?.getTime() ?? 0);
  const isLate = now.getTime() - serviceMs > lateFactor * cadenceSeconds * 1000;
  return isLate && secondMs > serviceMs ? second : 'service';
}

/** Whether all attempts failed. */
function neverSucceeded(entry: SourceHealth | undefined): boolean {
  return entry !== undefined && entry.lastSuccessAt === null && entry.consecutiveFailures >= failuresUntilStale;
}

/** Status by age and expected interval of the data. */
export function statusOf(ageSeconds: number | null, expectedSeconds: number): SourceStatus {
  return ageSeconds === null ? 'unknown' : freshnessOf(ageSeconds, expectedSeconds);
}

type OverallStatus = 'ok' | 'degraded' | 'down';

/** Sources without which the service is degraded. */
export const vitalSources: ReadonlySet<string> = new Set(['alerts', 'radar']);

/**
 * `down` without a database; `degraded` if a vital source is not ok, any source is stale, or the clock is wrong.
 *
 * @param offset seconds by which the clocks of providers are ahead; null if unknown
 */
export function overallStatus(
  databaseUp: boolean,
  states: readonly SourceState[],
  offset: number | null = null,
): OverallStatus {
  if (!databaseUp) return 'down';
  if (offset !== null && Math.abs(offset) * 1000 > wrongClockMs) return 'degraded';
  const enabled = states.filter(({ status }) => status !== 'disabled');
  const troubled = enabled.some(
    ({ source, status }) => status === 'stale' || (vitalSources.has(source.id) && status !== 'ok'),
  );
  return troubled ? 'degraded' : 'ok';
}
