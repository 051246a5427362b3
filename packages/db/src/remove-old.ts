import { rowsOf, type DatabaseContext } from './context.ts';

/** Rows per statement: a statement has two seconds, and most tables have many indices. */
const defaultAtOnce = 2000;

/**
 * Removes rows of before a time, oldest first, in as many statements as it takes.
 *
 * @param rows as a table describes them, see `OldRows`
 * @returns the number of removed rows
 */
export function removeOldRows(
  { knex, simulated }: DatabaseContext,
  rows: { from: string; column: string; only?: string; atOnce?: number },
  before: Date,
): Promise<number> {
  const { from, column, only = 'true', atOnce = defaultAtOnce } = rows;
  return removeInSteps(atOnce, () =>
    rowsOf(
      knex,
      `delete from ${from} where id in (
         select id from ${from} where simulated = :simulated and ${only} and ${column} < :before
         order by ${column} limit :atOnce)
       returning id`,
      { simulated, before, atOnce },
    ),
  );
}

/**
 * Repeats a statement that removes rows until it has removed fewer than its limit.
 *
 * @param atOnce the limit of the statement
 * @param remove runs the statement, and returns the removed rows
 * @returns the number of removed rows
 */
export async function removeInSteps(atOnce: number, remove: () => Promise<unknown[]>): Promise<number> {
  let removed = 0;
  let last: number;
  do {
    last = (await remove()).length;
    removed += last;
  } while (last === atOnce);
  return removed;
}
