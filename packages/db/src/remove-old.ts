import { rowsOf, type DatabaseContext } from './context.ts';

/** Rows per statement: a statement has two seconds, and most tables have many indices. */
const defaultAtOnce = 2000;

/**
 * Removes rows of before a time, oldest first, in as many statements as it takes.
 *
 * @param rows as a table describes them, see `OldRows`
 * @returns the number of removed rows
 */
export async function removeOldRows(
  { knex, simulated }: DatabaseContext,
  rows: { from: string; column: string; only?: string; atOnce?: number },
  before: Date,
): Promise<number> {
  const { from, column, only = 'true', atOnce = defaultAtOnce } = rows;
  let removed = 0;
  let last: number;
  do {
    const gone = await rowsOf(
      knex,
      `delete from ${from} where id in (
         select id from ${from} where simulated = :simulated and ${only} and ${column} < :before
         order by ${column} limit :atOnce)
       returning id`,
      { simulated, before, atOnce },
    );
    removed += last = gone.length;
  } while (last === atOnce);
  return removed;
}
