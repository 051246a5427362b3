import { formatTime, grammars, parseTime, quoted, RequestError } from '@severe/base';
import { composite, type Param } from './params.ts';

/** What was known at a moment does not change after this: until then a transaction may still be open. */
const settledMs = 60_000;
/** Cache time of what does not change any more, in seconds. It is limited because the past is not kept for ever. */
const settledSeconds = 3600;

/** The parameter `as_of`: the moment whose knowledge a list shows. @param about what the list then contains */
export function asOfParam(about: string): Param<Date | undefined> {
  return composite(
    (given) => {
      const at = parseTime(given.trim());
      if (at) return at;
      throw invalidAsOf(`expected an RFC 3339 time such as 2026-05-20T22:18:00Z, or a date, got ${quoted(given)}`);
    },
    {
      about: `${about} RFC 3339 or a date, UTC if there is no offset. Default: now.`,
      grammar: grammars.time,
      example: '2026-05-20T22:18:00Z',
    },
  );
}

/**
 * Refuses a moment of which nothing is known: an empty list would say that nothing had happened.
 *
 * @param keptSince start of what is kept; unknown if undefined
 * @throws {RequestError} 400 for a time in the future, or before `keptSince`
 */
export function assertKnown(asOf: Date, now: Date, keptSince: Date | undefined): void {
  if (asOf > now) throw invalidAsOf(`${formatTime(asOf)} is in the future, it is ${formatTime(now)}`);
  if (keptSince && asOf < keptSince)
    throw invalidAsOf(`${formatTime(asOf)} is too early, the past is known since ${formatTime(keptSince)}`);
}

/** Cache time of a list of a moment in seconds. @param seconds of the same list without `as_of` */
export function asOfSeconds(asOf: Date, now: Date, seconds: number): number {
  return now.getTime() - asOf.getTime() > settledMs ? settledSeconds : seconds;
}

function invalidAsOf(problem: string): RequestError {
  return new RequestError(400, `Invalid as_of: ${problem}`);
}
