import { rowsOf, type World } from './world.ts';

/** A statement has two seconds; these have many indices. */
const removedAtOnce = 2000;

/**
 * Removes rows of before a time, oldest first, in as many statements as it takes.
 *
 * @param table        has an `id` that is unique, and an index that leads to the old ones
 * @param column       its time
 * @param options.only a further condition
 * @returns how many
 */
export async function removeOldRows(
  { knex, simulated }: World,
  table: string,
  column: string,
  before: Date,
  { only = 'true', atOnce = removedAtOnce } = {},
): Promise<number> {
  let removed = 0;
  let last: number;
  do {
    const rows = await rowsOf(
      knex,
      `delete from ${table} where id in (
         select id from ${table} where simulated = :simulated and ${only} and ${column} < :before
         order by ${column} limit :atOnce)
       returning id`,
      { simulated, before, atOnce },
    );
    removed += last = rows.length;
  } while (last === atOnce);
  return removed;
}
