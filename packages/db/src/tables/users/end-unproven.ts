import { rowsOf } from '../../context.ts';
import type { Handle } from '../../handle.ts';

/**
 * Ends what was made in an account before its owner has shown to read the mail of its address: somebody else may have made
 * it. Part of a transaction of `changeKeyValidity`.
 */
export async function endUnproven(trx: Handle, userId: number): Promise<void> {
  for (const table of ['sessions', 'api_keys', 'webhooks', 'saved_locations']) {
    await rowsOf(trx, `delete from ${table} where user_id = :userId`, { userId });
  }
  await rowsOf(trx, 'update users set name = null where id = :userId', { userId });
}

/** The assignments that mark the address of a user as verified. */
export const verifiedSql = 'email_verified = true, confirm_by = null, signup_client = null, signup_network = null';
