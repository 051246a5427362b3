import { parseTime } from '@severe/base';
import { InvalidArgumentError } from 'commander';

/** The moment that an option names. @throws {InvalidArgumentError} where it is none */
export function readTime(text: string): Date {
  const at = parseTime(text);
  if (at) return at;
  throw new InvalidArgumentError('an ISO 8601 time such as 2026-05-20T22:18:00Z is needed.');
}
