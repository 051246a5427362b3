import type { Situation } from './situation.ts';

/** Rain of the next hour at the place, extrapolated from radar. */
export interface NextHour {
  /** Time of the radar image from which it begins. */
  from: Date;
  /** Chances of rain in percent that lie ahead, the nearest first. */
  steps: { at: Date; chance: number }[];
  /** Whether it rains now. */
  rains: boolean;
  /** When it may begin, with the spread; null if it rains now, or if it is not likely to. */
  begins: { at: Date; earliest: Date; latest: Date | null } | null;
  /** When it may be over; null if it is not likely to begin, or may go on beyond the hour. */
  ends: Date | null;
  /** The highest chance of rain of the hour, percent. */
  chance: number;
}

/** Echo that counts as rain. */
export const rainDbz = 20;

/** Chances of rain, percent: that it may have begun, that it is more likely than not, and that it is nearly sure. */
export const chances = { possible: 25, likely: 50, sure: 75 };

/** What the chances of the next hour mean. Undefined without them, and while the radar is unavailable. */
export function nextHourOf({ now, radar, nextHour, unavailable }: Situation): NextHour | undefined {
  const steps = (nextHour?.steps ?? []).filter(({ at }) => at > now);
  if (!nextHour || steps.length === 0 || unavailable.includes('radar')) return undefined;
  const chance = Math.max(...steps.map((step) => step.chance));
  const rains = (radar?.hereDbz ?? nextHour.hereDbz ?? -Infinity) >= rainDbz;
  const known = { from: nextHour.from, steps, rains, chance };
  const first = rains ? 0 : steps.findIndex((step) => step.chance >= chances.likely);
  if (first < 0) return { ...known, begins: null, ends: null };
  const ends = steps.slice(first).find((step) => step.chance < chances.likely)?.at ?? null;
  if (rains) return { ...known, begins: null, ends };
  const from = (least: number) => steps.find((step) => step.chance >= least)?.at;
  const begins = { at: steps[first].at, earliest: from(chances.possible)!, latest: from(chances.sure) ?? null };
  return { ...known, begins, ends };
}

/** Whether rain is likely neither now nor in the next hour, but may come. */
export function mayRain({ rains, begins, chance }: NextHour): boolean {
  return !rains && begins === null && chance >= chances.possible;
}
