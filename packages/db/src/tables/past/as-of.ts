import type { Condition } from '../../filters.ts';
import type { tablesWithPast } from './table.ts';

/**
 * The rows of a table as they were known at a moment, for the `from` of a query; its rows of today if no moment is given.
 *
 * @returns a table expression, and the values that it binds
 */
export function rowsAsOf(table: (typeof tablesWithPast)[number], asOf: Date | undefined): Condition {
  if (!asOf) return { sql: table, values: {} };
  const sql = `(
    select cast('infinity' as timestamptz) as known_until, rows.* from ${table} rows where known_at <= :asOf
    union all
    select * from ${table}_past where known_at <= :asOf and known_until > :asOf)`;
  return { sql, values: { asOf } };
}
