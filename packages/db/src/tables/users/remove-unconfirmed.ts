import { rowsOf, type DatabaseContext } from '../../context.ts';
import { removeInSteps } from '../../remove-old.ts';
import { changeKeyValidity } from '../api-keys/table.ts';

/**
 * Removes accounts that were not confirmed in time, with their keys, webhooks, locations and sessions, one in a transaction:
 * what one owns can be many rows. Administrators and disabled users stay.
 *
 * @param before end of the time in which they could be confirmed
 * @returns the number of removed accounts
 */
export function removeUnconfirmed(context: DatabaseContext, before: Date): Promise<number> {
  const { simulated } = context;
  return removeInSteps(1, () =>
    changeKeyValidity(context, async (trx) => {
      const removed = await rowsOf(
        trx,
        `delete from users where id = (
           select id from users
           where simulated = :simulated and confirm_by < :before and not email_verified and role = 'user' and is_active
           order by confirm_by limit 1 for update skip locked)
         returning id`,
        { simulated, before },
      );
      return { result: removed, changed: removed.length > 0 };
    }),
  );
}
