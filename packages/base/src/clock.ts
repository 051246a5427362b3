import { setTimeout as pause } from 'node:timers/promises';

/** Returns the current time. Code that needs the time takes a clock, so that a test or a replay can set it. */
export type Clock = () => Date;

/**
 * Creates a clock that starts at `from`.
 *
 * @param from  start time; default: the system time
 * @param speed seconds on this clock per real second
 */
export function createClock(from?: Date, speed = 1): Clock {
  if (!from && speed === 1) return () => new Date();
  const start = (from ?? new Date()).getTime();
  const startedAt = performance.now();
  return () => new Date(start + (performance.now() - startedAt) * speed);
}

/** The clock of a replay. It stands at its start until it is advanced, and then wherever it has been advanced to. */
export interface ReplayClock {
  now: Clock;
  readonly from: Date;
  readonly to: Date;
  /** Seconds on this clock per real second, while it runs. */
  readonly speed: number;
  /** Runs to a time, at the latest the end of the replay, and stands there. Resolves then, or when `signal` aborts. */
  advance(at: Date, signal: AbortSignal): Promise<void>;
}

/** Longest wait before the clock is read again. */
const longestWaitMs = 1000;

/** Creates the clock of a replay. */
export function createReplayClock({ from, to, speed }: { from: Date; to: Date; speed: number }): ReplayClock {
  let [start, end] = [from.getTime(), from.getTime()];
  let startedAt = performance.now();
  const milliseconds = (): number => Math.min(end, start + (performance.now() - startedAt) * speed);
  return {
    now: () => new Date(milliseconds()),
    from,
    to,
    speed,
    async advance(at, signal) {
      start = milliseconds();
      startedAt = performance.now();
      end = Math.max(start, Math.min(at.getTime(), to.getTime()));
      while (!signal.aborted && milliseconds() < end) {
        const wait = Math.min(longestWaitMs, Math.ceil((end - milliseconds()) / speed));
        await pause(wait, undefined, { signal }).catch(() => undefined); // an AbortError
      }
    },
  };
}

/** RFC 3339 in UTC with whole seconds: `2026-05-20T22:18:00Z`. */
export function formatTime(at: Date): string {
  return `${at.toISOString().slice(0, 19)}Z`;
}

/** The `ts` of tiles and frames: `YYYYMMDDHHMM` in UTC. Arithmetic only, because every tile request calls it. */
export function formatStamp(at: Date): string {
  const month = at.getUTCMonth() + 1;
  const date = (at.getUTCFullYear() * 100 + month) * 100 + at.getUTCDate();
  return String((date * 100 + at.getUTCHours()) * 100 + at.getUTCMinutes()).padStart(12, '0');
}

/** Parses `YYYYMMDDHHMM`; undefined if it is invalid (31 April, hour 25, eleven digits). */
export function parseStamp(text: string): Date | undefined {
  if (!/^\d{12}$/.test(text)) return undefined;
  const part = (from: number, to: number) => Number(text.slice(from, to));
  const at = new Date(Date.UTC(part(0, 4), part(4, 6) - 1, part(6, 8), part(8, 10), part(10, 12)));
  return formatStamp(at) === text ? at : undefined;
}

/** Texts that `parseStamp` can accept, and those of `parseTime` with spaces around, as patterns of JSON Schema. */
export const grammars = {
  stamp: '^\\d{12}$',
  time: String.raw`^\s*\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?\s?(?:[Zz]|[+-]?\d\d:?\d\d)?)?\s*$`,
};

const moment = /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(\.\d+)?)?\s?([Zz]|[+-]?\d\d:?\d\d)?)?$/;

/**
 * Parses an RFC 3339 time with any offset or fraction, or a date (midnight). The default offset is UTC. Undefined if it is
 * invalid, such as 31 April. A space before the offset counts as a plus, because a query decodes `+` to a space.
 */
export function parseTime(text: string): Date | undefined {
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '.0', offset = 'Z'] =
    moment.exec(text) ?? [];
  if (year === undefined) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day)); // Date.UTC interprets year 50 as 1950
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return undefined;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const minutes = offsetMinutes(offset);
  if (minutes === undefined) return undefined;
  return new Date(
    date.setUTCHours(Number(hour), Number(minute) - minutes, Number(second), Math.floor(Number(fraction) * 1000)),
  );
}

/** Minutes ahead of UTC. */
function offsetMinutes(offset: string): number | undefined {
  if (offset.toUpperCase() === 'Z') return 0;
  const [, sign, hours, minutes] = /^([+-]?)(\d\d):?(\d\d)$/.exec(offset)!;
  if (Number(hours) > 23 || Number(minutes) > 59) return undefined;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** Difference of clocks from which one is wrong: the clock of the service decides which alerts are in force. */
export const wrongClockMs = 60_000;
