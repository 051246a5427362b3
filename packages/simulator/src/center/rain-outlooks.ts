import { LruCache } from '../lru-cache.ts';
import { areaAbove, probabilityGrid } from './probability-grid.ts';
import type { FutureEvents } from './future-events.ts';
import { newestIssue, rainIssues, type OutlookTimes } from './schedule.ts';

/** Categories of excessive rainfall by the probability that the rain exceeds flash-flood guidance. */
const categories: [dn: number, words: string, least: number, stroke: string, fill: string][] = [
  [1, 'Marginal (At Least 5%)', 0.05, '#008B00', '#00FF00'],
  [2, 'Slight (At Least 15%)', 0.15, '#FFD700', '#FFFF00'],
  [3, 'Moderate (At Least 40%)', 0.4, '#CD0000', '#FF0000'],
];

/** Probability at the maximum, by day. */
const peak = (day: number): number => 0.46 - 0.1 * (day - 1);

/** The outlook files of the Weather Prediction Center at a time. */
export interface RainOutlookFiles {
  day(day: number, now: number): { body: object } & OutlookTimes;
}

export function openRainOutlooks(futureEvents: FutureEvents): RainOutlookFiles {
  const drawn = new LruCache<string, object[]>(10, () => []);
  return {
    day(day, now) {
      const times = newestIssue(now, day - 1, rainIssues(day));
      const features = drawn.get(`${day}/${times.issuedAt}`, () => draw(futureEvents, day, times));
      return { body: { type: 'FeatureCollection', features }, ...times };
    },
  };
}

function draw(futureEvents: FutureEvents, day: number, times: OutlookTimes): object[] {
  const { validFrom, validTo, issuedAt } = times;
  const probabilities = probabilityGrid(futureEvents.between('rain', validFrom, validTo), 60 + 25 * day, peak(day));
  const time = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ');
  return categories.flatMap(([dn, words, least, stroke, fill]) => {
    const geometry = areaAbove(probabilities, least);
    if (!geometry) return [];
    const properties = {
      PRODUCT: `Day ${day} Excessive Rainfall Potential Forecast (SIMULATED)`,
      VALID_TIME: `${shortTime(validFrom)} - ${shortTime(validTo)}`,
      OUTLOOK: words,
      ISSUE_TIME: time(issuedAt),
      START_TIME: time(validFrom),
      END_TIME: time(validTo),
      DN: dn,
      stroke,
      fill,
    };
    return [{ type: 'Feature', geometry, properties }];
  });
}

/** For example `01Z 08/18/26`. */
function shortTime(at: number): string {
  const [, year, month, day, hours] = /^..(..)-(..)-(..)T(..)/.exec(new Date(at).toISOString())!;
  return `${hours}Z ${month}/${day}/${year}`;
}
