import type { NewObservation } from '@severe/db';
import { knownWord } from '../../parse/unknown-words.ts';

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
const rankOf: Record<string, number> = {
  ...Object.fromEntries(covers.map((cover, rank) => [cover, rank])),
  SKC: 0,
  NSC: 0,
  NCD: 0,
  CAVOK: 0,
};

/** The highest cover of the layers; null if there is none. */
export function highestCover(amounts: string[]): string | null {
  const ranks = amounts.map((amount) => knownWord(rankOf, amount, 'sky') ?? -1);
  return covers[Math.max(-1, ...ranks)] ?? null;
}
