import type { DamageTrackContent } from '@severe/db';
import type { Line } from '@severe/geo';

/** A surveyed path of a tornado; the date is by the sun. */
export interface DamageTrackRow extends DamageTrackContent {
  /** Of the damage assessment toolkit; null in a public statement. */
  sourceId: number | null;
  line: Line | null;
}

/** One damaged thing that a survey rated. */
export interface DamagePointRow {
  sourceId: number;
  at: Date;
  ef: number | null;
  efLabel: string;
  windMph: number | null;
  indicator: string | null;
  degree: string | null;
  injuries: number | null;
  fatalities: number | null;
  wfo: string | null;
  comments: string | null;
  lon: number;
  lat: number;
}

export const metresPerMile = 1609.344;
export const metresPerYard = 0.9144;

/** What the toolkit writes for damage by wind that was no tornado. */
export const straightWind = 'TSTM/Wind';

/** A rating in its words (`EF3`, `EF3+`, `EFU`, `N/A`): the number, null where there is none, and the label served. */
export function ratingOf(words: string | null): { ef: number | null; efLabel: string } {
  const [, number, more] = /^E?F([0-5])(\+?)$/i.exec(words ?? '') ?? [];
  return number === undefined ? { ef: null, efLabel: 'EFU' } : { ef: Number(number), efLabel: `EF${number}${more}` };
}

/** The date at a longitude by the sun, which a storm at eight in the evening keeps and UTC has left. */
export function solarDate(at: Date, lon: number): string {
  return new Date(at.getTime() + (lon / 15) * 3_600_000).toISOString().slice(0, 10);
}
