import { rowsOf } from './context.ts';
import type { Handle } from './handle.ts';

/** What a statement returns of a row that it has stored. */
export interface StoredRow {
  isNew: boolean;
}

/** Ids of stored rows. */
export function idsOf(stored: readonly (StoredRow & { id: number })[]): { new: number[]; updated: number[] } {
  const ids = (areNew: boolean) => stored.flatMap(({ id, isNew }) => (isNew === areNew ? [id] : []));
  return { new: ids(true), updated: ids(false) };
}

/** Numbers of stored rows. */
export function countStored(stored: readonly StoredRow[]): { new: number; changed: number } {
  const added = stored.filter(({ isNew }) => isNew).length;
  return { new: added, changed: stored.length - added };
}

/** The latest of some times; undefined if there is none. */
export function latestOf(times: readonly (Date | null)[]): Date | undefined {
  const known = times.flatMap((time) => (time ? [time.getTime()] : []));
  return known.length > 0 ? new Date(Math.max(...known)) : undefined;
}

/**
 * Runs a statement of `givenRows` for some rows at a time, since it has seconds.
 *
 * @param values the others that it binds
 * @returns what it returns for all
 */
export async function storeInParts<Row>(
  trx: Handle,
  sql: string,
  values: Record<string, unknown>,
  rows: readonly object[],
  atOnce: number,
): Promise<Row[]> {
  const stored: Row[] = [];
  for (let i = 0; i < rows.length; i += atOnce) {
    const given = JSON.stringify(rows.slice(i, i + atOnce));
    stored.push(...(await rowsOf<Row>(trx, sql, { ...values, given })));
  }
  return stored;
}
