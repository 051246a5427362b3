import { assertUncommon, hashPassword } from '@severe/api';
import { messageOf, RequestError, StartError, type Log, type Settings } from '@severe/base';
import type { Database } from '@severe/db';

/** The HTML form of an address is checked at sign-up; here a typing error is enough to find. */
const addressForm = /^[^\s@]+@[^\s@]+$/;

/**
 * Creates the administrator of the settings, unless there is one in the database.
 *
 * @throws {StartError} if the address or the password of the settings cannot be used
 */
export async function createFirstAdmin(
  settings: Pick<Settings, 'adminEmail' | 'adminPassword' | 'passwordBlocklist'>,
  db: Pick<Database, 'users'>,
  log: Log,
): Promise<void> {
  const { adminEmail, adminPassword } = settings;
  if (!adminEmail) return;
  const email = adminEmail.trim().toLowerCase();
  if (!addressForm.test(email)) throw new StartError('ADMIN_EMAIL needs an e-mail address');
  assertUsable(adminPassword, settings);
  const { usersAdmin } = await db.users.counts();
  if (usersAdmin > 0) return; // hashing takes time, and most starts are not the first
  const actor = { id: null, name: 'ADMIN_EMAIL' };
  if (
    await db.users.createFirstAdmin(actor, { email, passwordHash: await hashPassword(adminPassword, 'the service') })
  ) {
    log.info({ email }, 'administrator created from ADMIN_EMAIL');
  }
}

function assertUsable(password: string, settings: Pick<Settings, 'passwordBlocklist'>): void {
  const { length } = Array.from(password); // code points
  if (length < 8 || length > 128) throw new StartError(`ADMIN_PASSWORD needs 8 to 128 characters, and has ${length}`);
  try {
    assertUncommon(password, settings);
  } catch (error) {
    if (error instanceof RequestError) throw new StartError('ADMIN_PASSWORD is among the most common passwords');
    throw new StartError(messageOf(error), { cause: error });
  }
}
