import { parseTime } from '@severe/base';
import { InvalidArgumentError } from 'commander';

/** The time in an option. @throws {InvalidArgumentError} if it is not an ISO 8601 time */
export function readTime(text: string): Date {
  const at = parseTime(text);
  if (at) return at;
  throw new InvalidArgumentError('expected an ISO 8601 time such as 2026-05-20T22:18:00Z.');
}
