import {
  assess,
  assessedSources,
  cone,
  stormOfAlert,
  type AssessedSource,
  type Assessment,
  type KnownAlert,
  type KnownNextHour,
  type KnownRadar,
  type MovingStorm,
  type Situation,
} from '@severe/assessment';
import { UpstreamError } from '@severe/base';
import type { AlertRow, DataSetName, NearbyCell, Surroundings } from '@severe/db';
import type { Point } from '@severe/geo';
import type { ApiContext } from '../context.ts';
import { labelOf, presentReverse, type LabelStyle } from '../resources/geocode/present.ts';
import { isPresent } from '../resources/meta/source-status.ts';
import type { HrrrForecast } from './point-values.ts';

/** Data sets that an answer about a place contains. */
export const placeDataSets = [
  'alerts',
  'zones',
  'places',
  'watches',
  'discussions',
  'outlooks',
  'eros',
  'reports',
  'observations',
  'lightning',
  'storm_cells',
] as const satisfies DataSetName[];

/** Decimals of a place: 11 m, the precision of a phone. Requests nearer to each other share their answer. */
const placeDecimals = 4;

/** The place that stands for a request: near-identical places share one answer. */
export function roundedPlace({ lat, lon }: Point): Point {
  const scale = 10 ** placeDecimals;
  return { lat: Math.round(lat * scale) / scale, lon: Math.round(lon * scale) / scale };
}

/** Everything about a place. */
export interface Gathered {
  assessment: Assessment;
  found: Surroundings;
  /** As `/geocode/reverse` presents it. */
  place: ReturnType<typeof presentReverse>;
  /** Null outside the grid, if it is unavailable and if it was not asked for. */
  forecast: HrrrForecast | null;
}

/** What an answer needs beside the records. */
export interface Needs {
  /** Whether it tells of radar values. */
  radar: boolean;
  /** Whether it tells of the next hour. */
  nextHour: boolean;
  /** Hours of the model; 0 for none. */
  modelHours: number;
  /** Aborts when nobody waits for the answer. */
  wanted: AbortSignal;
}

/** Radar values are searched this far around a place. */
const radarRadiusM = 40_000;

/**
 * Gathers what is known around a place and assesses it: one statement, and values of radar and model if the answer
 * contains them. A source that cannot be read is unavailable; the rest is still assessed.
 *
 * @throws {UpstreamError} the database is unavailable
 */
export async function gather(place: Point, context: ApiContext, needs: Needs): Promise<Gathered> {
  const now = context.clock();
  const [found, stale, radar, nextHour, forecast] = await Promise.all([
    context.surroundings(place, now, needs.wanted),
    unavailableSources(context),
    needs.radar ? radarAround(place, context) : null,
    needs.nextHour ? nextHourAt(place, context) : null,
    needs.modelHours > 0 ? modelAt(place, needs, context) : null,
  ]);
  const failed = { radar: radar === 'unavailable', hrrr: forecast === 'unavailable' };
  const unavailable = assessedSources.filter(
    (source) => stale.includes(source) || failed[source as keyof typeof failed],
  );
  const known = radar === 'unavailable' ? null : radar;
  return {
    assessment: assess(situationOf(found, { now, place, unavailable, radar: known, nextHour })),
    found,
    place: presentReverse(place, found.near, found.around),
    forecast: forecast === 'unavailable' ? null : forecast,
  };
}

/** Where the place is, from the nearest city; null over water. */
export function labelIn({ place, found }: Pick<Gathered, 'place' | 'found'>, style: LabelStyle): string | null {
  return place.label === null || !found.near ? null : labelOf(found.near, style);
}

/** Sources whose data are stale, or of which nothing is known, in the order of the catalogue of the assessment. */
export async function unavailableSources({ sourceStates }: ApiContext): Promise<AssessedSource[]> {
  const states = new Map((await sourceStates()).map(({ source, status }) => [source.id, status]));
  return assessedSources.filter((source) => !isPresent(states.get(source) ?? 'unknown'));
}

/** Reflectivity around a place; null outside the coverage. */
async function radarAround(place: Point, { points }: ApiContext): Promise<KnownRadar | 'unavailable' | null> {
  const found = await availableOr(null, async () =>
    points().radarAround('composite-reflectivity', place, radarRadiusM),
  );
  if (found === undefined) return null;
  if (found === null) return 'unavailable';
  return {
    at: found.at,
    hereDbz: found.here,
    strongest: found.strongest && { dbz: found.strongest.value, point: found.strongest.at },
    radiusKm: radarRadiusM / 1000,
    recent: found.recent.map(({ at, value }) => ({ at, dbz: value })),
  };
}

/** The next hour at a place. It is made from the radar, so nothing else is unavailable without it. */
async function nextHourAt(place: Point, { points }: ApiContext): Promise<KnownNextHour | null> {
  return availableOr(null, () => points().nextHour(place));
}

/** The forecast of a place, without hours until a run covers the present one; null outside the grid. */
async function modelAt(
  { lat, lon }: Point,
  { modelHours: hours, wanted }: Needs,
  { points }: ApiContext,
): Promise<HrrrForecast | 'unavailable' | null> {
  const found = await availableOr('unavailable' as const, () => points().forecast({ lat, lon, hours, wanted }));
  return found ?? null;
}

/** The result of a read, or `fallback` if a store is unavailable. */
export async function availableOr<T, F>(fallback: F, read: () => Promise<T>): Promise<T | F> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof UpstreamError) return fallback;
    throw error;
  }
}

/** Longest time for which an answer about a place is current, seconds. */
export const placeSeconds = 15;

/** Records of an answer that begin and end by time alone. */
type Timed = Pick<Surroundings, 'alerts' | 'watches' | 'discussions' | 'outlooks'> &
  Partial<Pick<Surroundings, 'eros' | 'storms'>>;

/** The first time after `now` at which a record begins or ends, at most `placeSeconds` later: until then an answer is true. */
export function changeAfter(records: Timed, now: Date): Date {
  const { alerts, watches, discussions, outlooks, eros = [], storms = [] } = records;
  const times = [
    ...[...alerts, ...storms].flatMap(({ onset, expires }) => [onset, expires]),
    ...[...watches, ...discussions].map(({ expiresAt }) => expiresAt),
    ...[...outlooks, ...eros].flatMap(({ validFrom, validTo }) => [validFrom, validTo]),
  ];
  const ahead = times.flatMap((at) => (at && at > now ? [at.getTime()] : []));
  return new Date(Math.min(now.getTime() + placeSeconds * 1000, ...ahead));
}

/** What an assessment takes from the database: rows to what the rules need. */
function situationOf(
  found: Surroundings,
  rest: Pick<Situation, 'now' | 'place' | 'unavailable' | 'radar' | 'nextHour'>,
): Situation {
  const { alerts, storms, cells, watches, discussions, outlooks, eros, reports, observation, lightning } = found;
  return {
    ...rest,
    alerts: alerts.map(knownAlert),
    watches,
    discussions,
    outlooks,
    eros,
    reports: reports.map(({ type, magnitude, at, lat, lon }) => ({ type, magnitude, at, point: { lat, lon } })),
    observation: observation && { ...observation, point: { lat: observation.lat, lon: observation.lon } },
    lightning: {
      count: lightning.count,
      newestAt: lightning.newestAt,
      radiusKm: lightning.radiusM / 1000,
      minutes: lightning.minutes,
    },
    storms: [...storms.flatMap((alert) => stormOfAlert(alert) ?? []), ...cells.map(stormOfCell)],
  };
}

/** An alert as the rules see it. */
export function knownAlert({ geometry, ...alert }: AlertRow): KnownAlert {
  return { ...alert, hasPolygon: geometry !== null };
}

/** The widest spread of a cone: a direction that is less certain is not known. */
const mostSpreadDeg = 45;

/**
 * The storm of a tracked cell. The spread is twice the standard error of the direction (95 %), at least that of a warning:
 * a storm can turn.
 */
function stormOfCell({ cell, frameAt, lat, lon, towardDeg, speedMps, spreadDeg, maxDbz }: NearbyCell): MovingStorm {
  const spread = Math.min(mostSpreadDeg, Math.max(cone.spreadDeg, 2 * spreadDeg));
  const motion = { observedAt: frameAt, points: [{ lat, lon }], towardDeg, speedMps, spreadDeg: spread };
  return { alertId: null, cellId: cell, event: null, tags: null, maxDbz, motion };
}
