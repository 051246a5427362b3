import type { NewObservation } from '@severe/db';

/** One surface observation. Values that fail the quality control of the provider are null. */
export interface ObservationRow extends NewObservation {
  /** The original METAR. */
  raw: string | null;
}

/** An observing station. */
export interface StationRow {
  station: string;
  name: string | null;
  lon: number;
  lat: number;
  elevationM: number | null;
  timezone: string | null;
  /** UGC codes of its county and forecast zone, `NYC001`, `NYZ052`. */
  county: string | null;
  zone: string | null;
}

const covers = ['CLR', 'FEW', 'SCT', 'BKN', 'OVC', 'VV'];
const sameAs: Record<string, string> = { SKC: 'CLR', NSC: 'CLR', NCD: 'CLR', CAVOK: 'CLR' };

/** The highest cover of the layers; null if there is none. */
export function highestCover(amounts: string[]): string | null {
  const ranks = amounts.map((amount) => covers.indexOf(sameAs[amount] ?? amount));
  return covers[Math.max(-1, ...ranks)] ?? null;
}
