import type { Area } from '@severe/geo';

/** A mesoscale discussion of the Storm Prediction Center, or of the Weather Prediction Center about rain. Null means that the source does not give the value. */
export interface DiscussionRow {
  kind: 'convective' | 'precipitation';
  /** Identifies the discussion together with kind and year; numbering restarts at 1 each January. */
  number: number;
  year: number;
  issuedAt: Date;
  expiresAt: Date | null;
  /** Percent; null for discussions of a watch in effect. */
  watchConfidence: number | null;
  concerning: string | null;
  areasAffected: string | null;
  /** Three letters each. */
  wfos: string[];
  /** Numbers of related watches. */
  watches: number[];
  threats: DiscussionThreats | null;
  text: string | null;
  url: string;
  area: Area | null;
  /** Whether it corrects an earlier text. */
  isCorrection: boolean;
}

/** Most probable peaks as written, such as `55-70`; available since March 2025. */
interface DiscussionThreats {
  peakWindMph: string | null;
  hailIn: string | null;
  tornadoMph: string | null;
}

/** Watch numbers in `Tornado Watch 212...213`. */
export function watchesIn(concerning: string | null): number[] {
  const lists = [...(concerning ?? '').matchAll(/watch(?:es)?\s+(\d+(?:\.\.\.\d+)*)/gi)];
  return lists.flatMap(([, numbers]) => numbers.split('...').map(Number));
}

/** Names a discussion for reports. */
export function nameOfDiscussion({ year, number }: Pick<DiscussionRow, 'year' | 'number'>): string {
  return `discussion ${number} of ${year}`;
}

/** URL of the page of a discussion. */
export function discussionUrl(year: number, number: number, kind: DiscussionRow['kind'] = 'convective'): string {
  const digits = String(number).padStart(4, '0');
  return kind === 'convective'
    ? `https://www.spc.noaa.gov/products/md/${year}/md${digits}.html`
    : `https://www.wpc.ncep.noaa.gov/metwatch/metwatch_mpd_multi.php?md=${digits}&yr=${year}`;
}
