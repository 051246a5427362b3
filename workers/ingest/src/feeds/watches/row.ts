import type { WatchProbabilities } from '@severe/db';
import type { Area } from '@severe/geo';

/**
 * A tornado or severe thunderstorm watch as one source tells it. SEL, SAW, WWP and WOU each tell a part; null is what this
 * source does not say, so that parts of one year and number can be laid over each other.
 */
export interface WatchRow {
  /** With the year, its identity: numbers begin at 1 each January. */
  number: number;
  year: number;
  type: 'TOR' | 'SVR';
  status: 'active' | 'cancelled';
  /** "This is a particularly dangerous situation". */
  pds: boolean | null;
  maxHailIn: number | null;
  maxWindKt: number | null;
  issuedAt: Date;
  /** Start and end of the box; counties may be cleared earlier. A cancelled watch ends with its cancellation. */
  validFrom: Date | null;
  expiresAt: Date | null;
  states: string[];
  /** Codes of the counties that it is in effect for, `OKC027`: told by WOU alone. */
  counties: string[];
  /** Percentages by what they are of. */
  probabilities: WatchProbabilities | null;
  /** Numbers of the watches this one takes the place of. */
  replaces: number[];
  area: Area | null;
  url: string | null;
}

/** The page of a watch. */
export function watchUrl(year: number, number: number): string {
  return `https://www.spc.noaa.gov/products/watch/${year}/ww${String(number).padStart(4, '0')}.html`;
}
