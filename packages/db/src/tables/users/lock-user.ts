import type { Knex } from 'knex';
import { rowsOf } from '../../context.ts';

/**
 * Locks the row of a user until the transaction ends. Other requests of the user wait; without the lock, they would count what
 * the user has before this one adds to it.
 */
export async function lockUser(trx: Knex, userId: number): Promise<void> {
  await rowsOf(trx, 'select from users where id = :userId for no key update', { userId });
}
