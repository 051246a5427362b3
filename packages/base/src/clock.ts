/** Tells the time. Everything that asks what time it is takes one of these, so that a test or a replay can set it. */
export type Clock = () => Date;

/**
 * A clock that shows `from` at the moment it is made and runs on from there.
 *
 * @param from  the time it starts at; the computer's own time when absent
 * @param speed seconds on this clock for each second that passes
 */
export function createClock(from?: Date, speed = 1): Clock {
  if (!from && speed === 1) return () => new Date();
  const start = (from ?? new Date()).getTime();
  const startedAt = performance.now();
  return () => new Date(start + (performance.now() - startedAt) * speed);
}

/** RFC 3339 in UTC with whole seconds: `2026-05-20T22:18:00Z`. */
export function formatTime(at: Date): string {
  return `${at.toISOString().slice(0, 19)}Z`;
}

/** The `ts` of tiles and frames: `YYYYMMDDHHMM` in UTC. */
export function formatStamp(at: Date): string {
  return at.toISOString().replace(/\D/g, '').slice(0, 12);
}

/** The moment a `YYYYMMDDHHMM` names, or undefined when it is not one (31 April, 25 o'clock, eleven digits). */
export function parseStamp(text: string): Date | undefined {
  const match = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hour, minute] = match;
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:00Z`);
  return Number.isNaN(at.getTime()) || formatStamp(at) !== text ? undefined : at;
}
