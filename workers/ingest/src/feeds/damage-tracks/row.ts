import type { DamageTrackContent } from '@severe/db';
import type { Line } from '@severe/geo';
import { knownWord } from '../../parse/unknown-words.ts';

/** A surveyed tornado track. The date is local solar time. */
export interface DamageTrackRow extends DamageTrackContent {
  /** Id in the Damage Assessment Toolkit; null in a public information statement. */
  sourceId: number | null;
  line: Line | null;
}

/** Rating of damage by straight-line wind. */
export const straightWind = 'TSTM/Wind';

/** Words for an unknown rating. */
const unrated: Record<string, null> = { EFU: null, FU: null, 'EF-U': null, 'N/A': null, NA: null, UNKNOWN: null };

/** Parses a rating (`EF3`, `EF-3`, `EF3+`, `EFU`, `N/A`): the number, or null, and the label. Other words are counted. */
export function ratingOf(words: string | null): { ef: number | null; efLabel: string } {
  const [, number, more] = /^E?F[- ]?([0-5])(\+?)$/i.exec(words ?? '') ?? [];
  if (number === undefined) knownWord(unrated, words?.toUpperCase(), 'efscale');
  return number === undefined ? { ef: null, efLabel: 'EFU' } : { ef: Number(number), efLabel: `EF${number}${more}` };
}

/** The date in local solar time. An evening storm has the local date, not that of UTC. */
export function solarDate(at: Date, lon: number): string {
  return new Date(at.getTime() + (lon / 15) * 3_600_000).toISOString().slice(0, 10);
}
