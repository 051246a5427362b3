import type { NewObservation } from '@severe/db';

/** One surface observation; null is also what did not pass the provider's checks. */
export interface ObservationRow extends NewObservation {
  /** The METAR as it was sent. */
  raw: string | null;
}

/** A place where the weather is observed. */
export interface StationRow {
  station: string;
  name: string | null;
  lon: number;
  lat: number;
  elevationM: number | null;
  timezone: string | null;
  /** The codes of its county and forecast zone, `NYC001`, `NYZ052`. */
  county: string | null;
  zone: string | null;
}

const covers = ['CLR', 'FEW', 'SCT', 'BKN', 'OVC', 'VV'];
const sameAs: Record<string, string> = { SKC: 'CLR', NSC: 'CLR', NCD: 'CLR', CAVOK: 'CLR' };

/** The most cover of some layers; null when none is told. */
export function mostCover(amounts: string[]): string | null {
  const ranks = amounts.map((amount) => covers.indexOf(sameAs[amount] ?? amount));
  return covers[Math.max(-1, ...ranks)] ?? null;
}
