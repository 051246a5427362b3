import { parseTime } from '@severe/base';
import { InvalidArgumentError } from 'commander';
import { parsePeriod, type Period } from '../replay/period.ts';

/** Bytes of a gigabyte. */
export const gigabytes = 1e9;
/** Size limit of a recording in gigabytes, if none is given. */
export const defaultGb = 20;

/** The time in an option. @throws {InvalidArgumentError} if it is not an ISO 8601 time */
export function readTime(text: string): Date {
  const at = parseTime(text);
  if (at) return at;
  throw new InvalidArgumentError('expected an ISO 8601 time such as 2026-05-20T22:18:00Z.');
}

/** The period in an option. @throws {InvalidArgumentError} if it is not `FROM..TO` */
export function readPeriod(text: string): Period {
  const period = parsePeriod(text);
  if (period) return period;
  throw new InvalidArgumentError(
    'expected FROM..TO with ISO 8601 times, FROM before TO, such as 2026-05-20T22:00:00Z..2026-05-20T23:00:00Z.',
  );
}

/** Reads the number in an option. @throws {InvalidArgumentError} if it is none, or out of range */
export function numberFrom(low: number, high: number, { whole = false } = {}): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() !== '' && value >= low && value <= high && (!whole || Number.isInteger(value))) return value;
    throw new InvalidArgumentError(`expected a ${whole ? 'whole ' : ''}number from ${low} to ${high}.`);
  };
}
