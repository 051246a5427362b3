import { hourMs } from '@severe/async';
const synopticMs = 6 * hourMs;

/** Before this a balloon is on its way. */
const firstAfterMs = hourMs;
/** What has not come by then does not come any more. */
const lastAfterMs = 24 * hourMs;

/**
 * The hours of soundings (00, 06, 12 and 18 UTC) that are worth asking for now, newest first. An hour is asked for again
 * after a third of the time that it was old: most stations have sent after an hour, few come late.
 *
 * @param askedAt when each hour was asked for, by its time; those that are too old are taken out
 */
export function dueHours(now: Date, askedAt: Map<number, number>): Date[] {
  const at = now.getTime();
  const newest = Math.floor((at - firstAfterMs) / synopticMs) * synopticMs;
  const hours: Date[] = [];
  for (let hour = newest; hour >= at - lastAfterMs; hour -= synopticMs) {
    const asked = askedAt.get(hour);
    if (asked === undefined || at - asked >= (asked - hour) / 3) hours.push(new Date(hour));
  }
  for (const hour of askedAt.keys()) if (hour < at - lastAfterMs) askedAt.delete(hour);
  return hours;
}
