import { hourMs } from '../model/plane.ts';

/** The issue time and the valid period of an outlook. */
export interface OutlookTimes {
  issuedAt: number;
  validFrom: number;
  validTo: number;
}

const dayMs = 24 * hourMs;

/**
 * One daily issue of an outlook: issue time and start of validity, hours UTC. An outlook day runs from 12 to 12 UTC.
 */
export interface Issue {
  at: number;
  holdsFrom: number;
}

/**
 * The newest issue of an outlook.
 *
 * @param ahead  days ahead: 0 for day 1
 * @param issues the issues of a day, in order; those before 6 UTC belong to the outlook day that began on the previous
 *   date
 */
export function newestIssue(now: number, ahead: number, issues: Issue[]): OutlookTimes {
  const midnight = Math.floor(now / dayMs) * dayMs;
  const times = [midnight - dayMs, midnight].flatMap((date) =>
    issues.map(({ at, holdsFrom }) => ({
      issuedAt: date + at * hourMs,
      validFrom: date + ahead * dayMs + holdsFrom * hourMs,
      validTo: date + (ahead + (holdsFrom < 12 ? 0 : 1)) * dayMs + 12 * hourMs,
    })),
  );
  return times.findLast(({ issuedAt }) => issuedAt <= now)!;
}

/** Issues of the Storm Prediction Center, by day. */
export const convectiveIssues: (day: number) => Issue[] = (day) =>
  day === 1
    ? [
        { at: 1, holdsFrom: 1 },
        { at: 6, holdsFrom: 12 },
        { at: 13, holdsFrom: 13 },
        { at: 16.5, holdsFrom: 16.5 },
        { at: 20, holdsFrom: 20 },
      ]
    : day === 2
      ? [6, 17.5].map((at) => ({ at, holdsFrom: 12 }))
      : [{ at: day === 3 ? 7.5 : 9, holdsFrom: 12 }];

/** Issues of the Weather Prediction Center, by day. */
export const rainIssues: (day: number) => Issue[] = (day) =>
  day === 1
    ? [
        { at: 1, holdsFrom: 1 },
        { at: 8.5, holdsFrom: 12 },
        { at: 16, holdsFrom: 16 },
      ]
    : [8.5, 20.5].map((at) => ({ at, holdsFrom: 12 }));
