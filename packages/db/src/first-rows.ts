/** The first rows of a list. */
interface FirstRows {
  /** Of the table, whose alias is `t`: `t.*`, or some with those of the order. */
  columns: string;
  where: string;
  /** The same for earlier states, if present rows can be found in another way. */
  whereThen?: string | undefined;
  order: string;
  /** Bounds the number of rows: a value or the name of a bound one. */
  limit: string;
  /** The name of a bound number of rows before them that are left out; default: none. */
  skip?: string | undefined;
}

/**
 * SQL: the first rows of a table as they were known at `:asOf`, or of its rows of today. Earlier states and rows of today are
 * each read in their order up to the limit: the planner would sort all of both.
 */
export function firstRowsAsOf(
  table: string,
  asOf: Date | undefined,
  { columns, where, whereThen = where, order, limit, skip }: FirstRows,
): string {
  const behind = skip === undefined ? '' : ` offset ${skip}`;
  const reach = skip === undefined ? limit : `cast(${limit} as bigint) + cast(${skip} as bigint)`;
  const all = (shown: string, from: string, condition: string): string =>
    `select ${shown} from ${from} t where ${condition} order by ${order}`;
  if (!asOf) return `${all(columns, table, where)} limit ${limit}${behind}`;
  const first = (...of: Parameters<typeof all>): string => `${all(...of)} limit ${reach}`;
  const today = columns === 't.*' ? `${untilNow}, t.*` : columns;
  return `select * from (
    (${first(today, table, `t.known_at <= :asOf and (${where})`)})
    union all
    (${first(columns, pastOf(table), `t.known_at <= :asOf and t.known_until > :asOf and (${whereThen})`)})) t
    order by ${order} limit ${limit}${behind}`;
}

/** Columns of the place of a row, by which the same statement finds it again: an earlier state has no key of its own. */
export const placeColumns = 't.tableoid as row_table, t.ctid as row_place';

/** SQL: the rows of a table, or their earlier states, at the places of a common table expression. */
export function rowsAtPlaces(table: string, asOf: Date | undefined, places: string): string {
  const at = (name: string): string =>
    `${name} t where t.ctid = any(array(select row_place from ${places} where row_table = cast('${name}' as regclass)))`;
  if (!asOf) return `select t.* from ${at(table)}`;
  return `select ${untilNow}, t.* from ${at(table)} union all select t.* from ${at(pastOf(table))}`;
}

const untilNow = `cast('infinity' as timestamptz) as known_until`;
const pastOf = (table: string): string => `${table}_past`;
