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

/** The first rows of a list, for the `from` of a query. */
interface FirstRows {
  /** Of the table, whose alias is `t`. */
  columns: string;
  where: string;
  /** The same for earlier states, if present rows can be found in another way. */
  whereThen?: string | undefined;
  order: string;
  /** Bounds the number of rows: a value or the name of a bound one. */
  limit: string;
}

/**
 * SQL: the first rows of a table as they were known at `:asOf`, or of its rows of today. Earlier states and rows of today are
 * each read in their order up to the limit: the planner would sort all of both.
 */
export function firstRowsAsOf(
  table: string,
  asOf: Date | undefined,
  { columns, where, whereThen = where, order, limit }: FirstRows,
): string {
  const first = (known: string, from: string, condition: string): string =>
    `(select ${known} t.* from ${from} t where ${condition} order by ${order} limit ${limit})`;
  if (!asOf) return `select ${columns} from ${table} t where ${where} order by ${order} limit ${limit}`;
  return `select ${columns} from (
    ${first(`cast('infinity' as timestamptz) as known_until,`, table, `t.known_at <= :asOf and (${where})`)}
    union all
    ${first('', `${table}_past`, `t.known_at <= :asOf and t.known_until > :asOf and (${whereThen})`)}) t order by ${order} limit ${limit}`;
}
