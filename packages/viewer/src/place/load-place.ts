import { distanceM } from '@severe/geo';
import { language } from '../language.ts';
import { client, type Schemas } from '../service.ts';
import type { Place } from '../layers/layer.ts';
import { unitSystem } from '../units.ts';

/** Everything that the panel of a place shows. A part that could not be loaded is undefined. */
export interface PlaceAnswers {
  place: Place;
  summary: Schemas['LocationSummary'] | undefined;
  briefing: Schemas['PointBriefing'] | undefined;
  timeline: Schemas['PointTimeline'] | undefined;
  radar: Schemas['RadarPoint'] | undefined;
  county: Schemas['CountySummary'] | undefined;
  /** The storm of the warning that may arrive, else undefined. */
  warned: Schemas['WarnedStorm'] | undefined;
  /** The nearest tracked cell within `nearKm`. */
  cell: NearCell | undefined;
  /** Whether the absence of a cell means that there is none: cells were loaded, and radar data are current. */
  areCellsKnown: boolean;
  /** Whether a part could not be loaded. */
  isPartial: boolean;
}

export interface NearCell {
  feature: Schemas['StormCellCollection']['features'][number];
  km: number;
}

/** Hours of the strip. */
const hours = 12;
/** Cells farther away are not near, km. */
export const nearKm = 150;

/** The language of the page, and the chosen units. */
export function preferences(): { lang: typeof language; units: 'metric' | 'imperial' | 'si' } {
  const system = unitSystem();
  return { lang: language, units: system === 'us' ? 'imperial' : system };
}

/** Loads what is known of a place. A request that fails leaves its part undefined; the others are still shown. */
export async function loadPlace({ lat, lon }: Place): Promise<PlaceAnswers> {
  const near = { lat, lon };
  const inWords = { ...near, ...preferences() };
  const [summary, briefing, timeline, radar, storms] = await Promise.all([
    answerOf(client.get('/locations/summary', inWords)),
    answerOf(client.get('/briefing/point', inWords)),
    answerOf(client.get('/briefing/timeline', { ...inWords, hours })),
    answerOf(client.get('/radar/point', near)),
    answerOf(client.get('/storms', nearQuery(near))),
  ]);
  const fips = summary?.place.fips;
  const alertId = briefing?.storm_eta?.alert_id;
  const [county, warned] = await Promise.all([
    fips ? answerOf(client.get('/jurisdiction/summary', { fips, lang: language })) : undefined,
    typeof alertId === 'number' ? answerOf(client.get('/storms/{id}', { id: alertId })) : undefined,
  ]);
  const cell = nearestCell({ lat, lon }, storms?.features ?? []);
  const areCellsKnown = storms !== undefined && !storms.unavailable.includes('radar');
  const isPartial = [summary, briefing, timeline, radar, storms].includes(undefined);
  return { place: near, summary, briefing, timeline, radar, county, warned, cell, areCellsKnown, isPartial };
}

/** The data of an answer; undefined if there is none. */
export async function answerOf<T>(asked: Promise<{ data?: T | undefined }>): Promise<T | undefined> {
  return (await asked.catch(() => undefined))?.data;
}

/** The query of cells near a place. */
export function nearQuery({ lat, lon }: Place): { point: string; radius: string; limit: number } {
  return { point: `${lat},${lon}`, radius: `${nearKm}km`, limit: 100 };
}

/** The nearest of these cells; undefined if there is none. */
export function nearestCell(place: Place, features: NearCell['feature'][]): NearCell | undefined {
  const cells = features.map((feature) => ({ feature, km: distanceM(place, positionOf(feature)) / 1000 }));
  return cells.toSorted((a, b) => a.km - b.km)[0];
}

/** The position of a cell. */
export function positionOf({ geometry }: NearCell['feature']): Place {
  const [lon, lat] = (geometry as { coordinates: [number, number] }).coordinates;
  return { lat, lon };
}
