/** A time on the day of the tests: `at('22:18')`. */
export const at = (time: string): Date => new Date(`2026-05-20T${time}Z`.replace(/T(\d\d:\d\d)Z/, 'T$1:00Z'));

/** A clock that only changes when it is set. */
export function handClock(start: Date): { clock: () => Date; set(now: Date): void; pass(ms: number): void } {
  let now = start;
  return { clock: () => now, set: (next) => (now = next), pass: (ms) => (now = new Date(now.getTime() + ms)) };
}
