import { stampOf } from '../times.ts';
import { client, type Schemas } from '../service.ts';
import type { Place } from '../layers/layer.ts';
import { answerOf, nearestCell, nearQuery, preferences, type NearCell } from './load-place.ts';

/** Since when the list of a source knows its past, in milliseconds; undefined if the service does not say it. */
export type RecordsSince = (source: string) => number | undefined;

/** What stands for the state of a list before its records start. */
const unrecorded = 'unrecorded' as const;

/** What was known of a place at a moment of the past. A part that could not be loaded is undefined. */
export interface PastAnswers {
  place: Place;
  /** In milliseconds. */
  moment: number;
  names: Schemas['GeocodeReverse'] | undefined;
  /** Alerts that were in force there. */
  alerts: Schemas['AlertCollection']['features'] | typeof unrecorded | undefined;
  radar: Schemas['RadarPoint'] | undefined;
  /** The nearest storm, and whether the absence of one means that there was none. */
  storm: { cell: NearCell | undefined; areCellsKnown: boolean } | typeof unrecorded | undefined;
  /** Whether a part could not be loaded. Of some times the service has no radar. */
  isPartial: boolean;
}

/** Loads what was known of a place at a moment in milliseconds. Nothing is asked of the time before the records of a source. */
export async function loadPast(place: Place, moment: number, recordsSince: RecordsSince): Promise<PastAnswers> {
  const { lat, lon } = place;
  const at = new Date(moment);
  const asOf = `${at.toISOString().slice(0, 19)}Z`;
  const isRecorded = (source: string) => moment >= (recordsSince(source) ?? -Infinity);
  const [names, alerts, radar, storms] = await Promise.all([
    answerOf(client.get('/geocode/reverse', { lat, lon, ...preferences() })),
    isRecorded('alerts') ? answerOf(client.get('/alerts', { point: `${lat},${lon}`, as_of: asOf })) : unrecorded,
    answerOf(client.get('/radar/point', { lat, lon, ts: stampOf(at) })),
    isRecorded('radar') ? answerOf(client.get('/storms', { ...nearQuery(place), as_of: asOf })) : unrecorded,
  ]);
  return {
    place,
    moment,
    names,
    alerts: typeof alerts === 'object' ? alerts.features : alerts,
    radar,
    storm: typeof storms === 'object' ? stormIn(place, storms) : storms,
    isPartial: [names, alerts, storms].includes(undefined),
  };
}

function stormIn(place: Place, { features, unavailable }: Schemas['StormCellCollection']) {
  return { cell: nearestCell(place, features), areCellsKnown: !unavailable.includes('radar') };
}
