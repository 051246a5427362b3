import type { Point } from '@severe/geo';

/** A report of hail, wind, a tornado or a flood by an observer on the ground. */
export interface StormReport {
  /** Rounded to the minute. */
  at: number;
  /** Rounded to a hundredth of a degree. */
  place: Point;
  type: 'tornado' | 'hail' | 'gust' | 'damage' | 'flood';
  /** Hail, inches, or gust, mph; null if nothing was measured. */
  magnitude: number | null;
  isMeasured: boolean;
  source: string;
  remark: string;
  /** Time at which the office issued it. */
  issuedAt: number;
}
