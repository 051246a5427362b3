import { formatTime, StartError } from '@severe/base';
import type { AuditRow } from '@severe/db';
import { withStores } from '../../with-stores.ts';

interface Flags {
  /** The simulated world. */
  demo?: boolean;
  json?: boolean;
}

/** Acts that `severe admin log` prints. */
const mostActs = 1000;

/**
 * Makes a user an administrator.
 *
 * @returns what to print
 * @throws {StartError} if no user has the address
 */
export function promote(email: string, { demo = false, json }: Flags): Promise<string> {
  return withStores(demo, async ({ db }) => {
    const found = await db.users.credentials(email.trim().toLowerCase());
    if (!found) throw new StartError(`no user has the address ${email}; users sign up first`);
    const { user, isActive } = found;
    const result = await db.users.change({ id: null, name: 'severe admin promote' }, user.id, { role: 'admin' });
    if (typeof result === 'string') throw new StartError(`the user ${email} could not be changed: ${result}`);
    if (json) return `${JSON.stringify({ id: user.id, email: user.email, role: 'admin', is_active: isActive })}\n`;
    return `${user.email} is an administrator${isActive ? '' : ', and disabled'}.\n`;
  });
}

/** The acts of administrators, newest first. @returns what to print */
export function listActs({ demo = false, json }: Flags): Promise<string> {
  return withStores(demo, async ({ db }) => {
    const acts = await db.audit.newest(mostActs);
    if (json) return `${JSON.stringify({ acts: acts.map(present) })}\n`;
    return acts.length === 0 ? 'No administrator has acted yet.\n' : acts.map(line).join('');
  });
}

function present({ id, at, actor, act, userId, subject }: AuditRow): object {
  return { id, at: formatTime(at), actor, act, user_id: userId, subject };
}

function line({ at, actor, act, userId, subject }: AuditRow): string {
  return `${formatTime(at)}  ${act.padEnd(12)}  ${subject} (${userId})  by ${actor}\n`;
}
