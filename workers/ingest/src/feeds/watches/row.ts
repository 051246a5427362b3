import type { WatchProbabilities } from '@severe/db';
import type { Area } from '@severe/geo';

/**
 * A tornado or severe thunderstorm watch from one source. SEL, SAW, WWP and WOU each have a part of the fields, and
 * others are null, so that rows of the same year and number can be merged.
 */
export interface WatchRow {
  /** Identifies the watch together with the year; numbering restarts at 1 each January. */
  number: number;
  year: number;
  type: 'TOR' | 'SVR';
  status: 'active' | 'cancelled';
  /** Whether it is a particularly dangerous situation. */
  pds: boolean | null;
  maxHailIn: number | null;
  maxWindKt: number | null;
  issuedAt: Date;
  /** Start and end of validity. Counties can be cleared earlier. A cancelled watch ends with its cancellation. */
  validFrom: Date | null;
  expiresAt: Date | null;
  states: string[];
  /** Codes of the counties in the watch, `OKC027`; only in WOU. */
  counties: string[];
  /** Probabilities in percent. */
  probabilities: WatchProbabilities | null;
  /** Numbers of the watches that it replaces. */
  replaces: number[];
  area: Area | null;
  url: string | null;
  /** Whether it corrects an earlier text about the watch. */
  isCorrection: boolean;
}

/** Names a watch for reports. */
export function nameOfWatch({ year, number }: Pick<WatchRow, 'year' | 'number'>): string {
  return `watch ${number} of ${year}`;
}

/** URL of the page of a watch. */
export function watchUrl(year: number, number: number): string {
  return `https://www.spc.noaa.gov/products/watch/${year}/ww${String(number).padStart(4, '0')}.html`;
}
