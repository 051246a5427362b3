import type { Point } from '@severe/geo';

/** Something that fell, blew or touched down, as somebody on the ground told it. */
export interface StormReport {
  /** To the minute. */
  at: number;
  /** To a hundredth of a degree. */
  place: Point;
  type: 'tornado' | 'hail' | 'gust' | 'damage' | 'flood';
  /** Inches of hail, miles an hour of wind; null where nothing was measured. */
  magnitude: number | null;
  isMeasured: boolean;
  source: string;
  remark: string;
  /** When its office passed it on. */
  toldAt: number;
}
