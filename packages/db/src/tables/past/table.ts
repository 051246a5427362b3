import { rowsOf, type TableContext } from '../../context.ts';
import { removeInSteps } from '../../remove-old.ts';
import { defineTable } from '../../table.ts';
import { firstWithPast, past as pastMigration } from './030-past.ts';
import { tropicalPast, tropicalWithPast } from './044-tropical-past.ts';
import { pastNewest } from './056-past-newest.ts';
import { alertsPastById } from './057-alerts-past-by-id.ts';

/** Tables whose earlier states are kept, each in a table `<name>_past`. */
export const tablesWithPast = [...firstWithPast, ...tropicalWithPast] as const;

/** Earlier states of the rows of other tables. Triggers write them; `as-of.ts` reads them. */
export const pastTable = defineTable({
  name: 'past',
  migrations: [pastMigration, tropicalPast, pastNewest, alertsPastById],
  retention: { keep: { days: 'pastRetentionDays' }, remove: removeOldStates },
  create: () => ({}),
});

/** Rows per statement. */
const atOnce = 500;

async function removeOldStates({ knex, simulated }: TableContext, before: Date): Promise<number> {
  let removed = 0;
  for (const table of tablesWithPast) {
    removed += await removeInSteps(atOnce, () =>
      rowsOf(
        knex,
        `delete from ${table}_past where ctid = any(array(
           select ctid from ${table}_past where simulated = :simulated and known_until < :before limit :atOnce))
         returning known_until`,
        { simulated, before, atOnce },
      ),
    );
  }
  return removed;
}
