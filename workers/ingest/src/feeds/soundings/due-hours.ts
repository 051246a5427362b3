import { hourMs } from '@severe/async';
const synopticMs = 6 * hourMs;

/** Delay after which the first soundings of an hour arrive. */
const firstAfterMs = hourMs;
/** Delay after which no more soundings are expected. */
const lastAfterMs = 24 * hourMs;

/**
 * The hours of soundings (00, 06, 12 and 18 UTC) to request now, newest first. An hour is requested again after a third
 * of its age at the last request: most stations report within an hour, few are late.
 *
 * @param askedAt when each hour was last requested; expired hours are removed
 */
export function dueHours(now: Date, requestedAt: Map<number, number>): Date[] {
  const at = now.getTime();
  const newest = Math.floor((at - firstAfterMs) / synopticMs) * synopticMs;
  const hours: Date[] = [];
  for (let hour = newest; hour >= at - lastAfterMs; hour -= synopticMs) {
    const requested = requestedAt.get(hour);
    if (requested === undefined || at - requested >= (requested - hour) / 3) hours.push(new Date(hour));
  }
  for (const hour of requestedAt.keys()) if (hour < at - lastAfterMs) requestedAt.delete(hour);
  return hours;
}
