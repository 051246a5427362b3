import type { Source } from '@severe/catalogue';
import type { SourceHealth } from '@severe/db';

/** How fresh a source is: by the age of its data, not by whether its feed ran. */
export const sourceStatuses = ['ok', 'late', 'stale', 'disabled', 'unknown'] as const;
export type SourceStatus = (typeof sourceStatuses)[number];

/** What is known of a source now. */
export interface SourceState {
  source: Source;
  health: SourceHealth | undefined;
  dataAt: Date | null;
  ageSeconds: number | null;
  status: SourceStatus;
}

/** Data is late at twice its cadence, stale at five times. */
const lateFactor = 2;
const staleFactor = 5;

/** So many runs that fail from the beginning are no longer "not known yet". */
const failuresBelieved = 2;

/**
 * The state of every source that is catalogued, in the order of the catalogue.
 *
 * @param health    what the database knows, in any order
 * @param world     the time in it, and whether it is the simulated one, which does not have everything
 * @param overrides content times that are better known elsewhere: a model's newest run, by source
 */
export function sourceStates(
  sources: readonly Source[],
  health: readonly SourceHealth[],
  world: { now: Date; simulated: boolean },
  overrides: Record<string, Date | undefined> = {},
): SourceState[] {
  const { now, simulated } = world;
  const known = new Map(health.map((entry) => [entry.source, entry]));
  return sources.map((source) => {
    const entry = known.get(source.id);
    const dataAt = overrides[source.id] ?? entry?.dataAt ?? null;
    // Data of a forecast, or a provider's clock that is ahead of ours: not younger than now.
    const ageSeconds = dataAt && Math.max(0, Math.floor((now.getTime() - dataAt.getTime()) / 1000));
    const disabled = simulated && !source.simulated;
    const never = dataAt === null && neverCame(entry);
    const status = disabled ? 'disabled' : never ? 'stale' : statusOf(ageSeconds, source.cadenceSeconds);
    return { source, health: entry, dataAt, ageSeconds, status };
  });
}

/** Whether it was tried again and again, and nothing was ever had. */
function neverCame(entry: SourceHealth | undefined): boolean {
  return entry !== undefined && entry.lastSuccessAt === null && entry.consecutiveFailures >= failuresBelieved;
}

/** The status of data of an age, where new data is expected every so many seconds. */
export function statusOf(ageSeconds: number | null, expectedSeconds: number): SourceStatus {
  if (ageSeconds === null) return 'unknown';
  if (ageSeconds <= lateFactor * expectedSeconds) return 'ok';
  return ageSeconds <= staleFactor * expectedSeconds ? 'late' : 'stale';
}

export type OverallStatus = 'ok' | 'degraded' | 'down';

/** Without these the service is not what people come for. */
const vital = new Set(['alerts', 'radar']);

/** Down without a database; degraded when what is vital is not fresh, or anything is stale. */
export function overallStatus(databaseUp: boolean, states: readonly SourceState[]): OverallStatus {
  if (!databaseUp) return 'down';
  const wanted = states.filter(({ status }) => status !== 'disabled');
  const troubled = wanted.some(({ source, status }) => status === 'stale' || (vital.has(source.id) && status !== 'ok'));
  return troubled ? 'degraded' : 'ok';
}
