import type { Knex } from 'knex';
import { rowsOf, type DatabaseContext } from './context.ts';

/**
 * No lease and no wait before a retry is longer, unless a table allows longer ones: one that seems to end later was made
 * before the clock was set back, and counts as ended.
 */
const longestLeaseMs = 15 * 60_000;

/** The present time of leases. The statement needs `leaseValues`. */
export const leaseNowSql = 'cast(:leaseNow as timestamptz)';

/**
 * Whether a row may be taken: no time is set, or it has come. The statement needs `leaseValues`.
 *
 * @param column    time until which the row is leased or waits
 * @param longestMs longest lease or wait that the column has
 */
export function isFreeSql(column: string, longestMs = longestLeaseMs): string {
  const longest = `${longestMs / 1000} seconds`;
  return `(${column} is null or ${column} <= ${leaseNowSql} or ${column} > ${leaseNowSql} + interval '${longest}')`;
}

/** The end of a lease or of a wait that begins now and takes `:leaseMs`. The statement needs `leaseValues`. */
export const leaseEndSql = `${leaseNowSql} + cast(:leaseMs as double precision) * interval '1 millisecond'`;

/** Bound values of the statements above: the time of the database server, which is the same for all processes. */
export function leaseValues({ knex, leaseClock }: Pick<DatabaseContext, 'knex' | 'leaseClock'>): {
  leaseNow: Date | Knex.Raw;
} {
  return { leaseNow: leaseClock ? leaseClock() : knex.raw('clock_timestamp()') };
}

/**
 * A time that clients are told of what happens now: that of this process, but none that has yet to come by the database server. A
 * process whose clock is ahead would announce the future. A clock that plays another time is left as it is.
 */
export async function notInFuture(
  context: Pick<DatabaseContext, 'knex' | 'leaseClock' | 'playsTime'>,
  at: Date,
): Promise<Date> {
  if (context.playsTime) return at;
  const [{ present }] = await rowsOf<{ present: Date }>(
    context.knex,
    `select ${leaseNowSql} as present`,
    leaseValues(context),
  );
  return at > present ? present : at;
}

/** @throws {RangeError} a time that would count as ended */
export function checkedLeaseMs(leaseMs: number, longestMs = longestLeaseMs): number {
  if (leaseMs >= 0 && leaseMs <= longestMs) return leaseMs;
  throw new RangeError(`a lease of ${leaseMs} ms; at most ${longestMs} ms are allowed`);
}
