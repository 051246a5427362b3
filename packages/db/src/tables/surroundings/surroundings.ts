import type { Point } from '@severe/geo';
import type { AlertRow } from '../alerts/alert.ts';
import type { DiscussionRow } from '../discussions/table.ts';
import type { Observation } from '../observations/table.ts';
import type { OutlookRow } from '../outlooks/table.ts';
import type { Around, NearPlace } from '../places/table.ts';
import type { ReportRow } from '../reports/table.ts';
import type { WatchRow } from '../watches/table.ts';

/** A tracked storm cell near a place that moves and that no warning with a motion covers. */
export interface NearbyCell {
  cell: string;
  /** Time of the scan. */
  frameAt: Date;
  lat: number;
  lon: number;
  /** Degrees clockwise from north, m/s, and the standard error of the direction. */
  towardDeg: number;
  speedMps: number;
  spreadDeg: number;
  maxDbz: number;
}

/** Everything stored that covers or surrounds a place. Lists are newest first. */
export interface Surroundings {
  /** Active alerts that cover the place, by polygon or, without one, by zone. */
  alerts: AlertRow[];
  /** Active alerts with a storm motion within 150 km, whether or not they cover the place. */
  storms: AlertRow[];
  /** Cells of the newest scan, if it is recent, the nearest first. */
  cells: NearbyCell[];
  watches: WatchRow[];
  discussions: DiscussionRow[];
  /**
   * Outlook areas that cover the place: of the current issuances, and, where the current one begins later than now, of
   * the previous one that covers now.
   */
  outlooks: OutlookRow[];
  /** The same of excessive rainfall outlooks. */
  eros: OutlookRow[];
  reports: (ReportRow & Point)[];
  /** Newest observation of the nearest station. */
  observation: (Observation & Point) | null;
  /** Flashes within `radiusM` of the place in the last `minutes`. */
  lightning: { count: number; newestAt: Date | null; radiusM: number; minutes: number };
  /** The nearest city. */
  near: NearPlace | undefined;
  around: Around;
}

/** What is stored about one alert with a polygon and its storm. */
export interface AlertSurroundings {
  /** The watch and the discussion that cover most of the polygon; null if none does. */
  watch: WatchRow | null;
  discussion: DiscussionRow | null;
  /** Inside the polygon since half an hour before the first message, newest first. */
  reports: ReportRow[];
}

/** What is stored about one county. */
export interface CountySurroundings {
  alerts: AlertRow[];
  watches: WatchRow[];
  discussions: DiscussionRow[];
  /** Categorical areas of day 1 that intersect the county, the highest category first. */
  outlooks: OutlookRow[];
  /** Reports of the last 24 hours inside the county, by type. */
  reports: Record<ReportRow['type'], number>;
  /** Surveyed tornado tracks of the last 365 days. */
  tracks: number;
}

export interface SurroundingsQueries {
  /** Everything around a place, in one statement. */
  of(place: Point, at: Date): Promise<Surroundings>;
  /** What surrounds an alert with a polygon. */
  ofAlert(id: number, at: Date): Promise<AlertSurroundings>;
  /** What surrounds a county. @param county UGC, `OKC027`, and the FIPS codes by which alerts and watches name it */
  ofCounty(county: { ugc: string; fips: string[] }, at: Date): Promise<CountySurroundings>;
}
