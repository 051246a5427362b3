/**
 * The id of a row to insert with `overriding system value`: of the row that it replaces, if there is one, else the next one.
 * Without it, `insert … on conflict` takes an id for each row that it is given, also for those it does not change: ids would grow
 * with each poll of a provider, and a replay of the same data would give others.
 *
 * @param known the id in the row that it replaces, or null
 */
export function keptId(table: string, known: string): string {
  return `coalesce(${known}, nextval(pg_get_serial_sequence('${table}', 'id')))`;
}
