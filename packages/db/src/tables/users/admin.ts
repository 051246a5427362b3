import { dayMs } from '@severe/async';
import { countRows, rowsOf, type DatabaseContext } from '../../context.ts';
import type { Handle } from '../../handle.ts';
import { changeKeyValidity } from '../api-keys/table.ts';
import { endUnproven, verifiedSql } from './end-unproven.ts';
import { recordAct, type Actor, type AdminAct } from '../audit/record.ts';

/** A user in the list of administrators. */
export interface UserListRow {
  id: number;
  email: string;
  name: string | null;
  role: 'user' | 'admin';
  isActive: boolean;
  emailVerified: boolean;
  savedLocations: number;
  /** Active keys. */
  apiKeys: number;
  createdAt: Date;
  lastLoginAt: Date | null;
}

/** A change of a user by an administrator; what is absent or null stays. */
export interface UserChange {
  isActive?: boolean | null | undefined;
  role?: 'user' | 'admin' | null | undefined;
}

/** `last-admin`: the change would leave no active administrator. */
export type ChangeRefusal = 'missing' | 'last-admin';

const listSql = `
select u.id, u.email, u.name, u.role, u.is_active as "isActive", u.email_verified as "emailVerified",
  u.created_at as "createdAt", u.last_login_at as "lastLoginAt",
  (select count(*) from saved_locations l where l.user_id = u.id) as "savedLocations",
  (select count(*) from api_keys k where k.user_id = u.id and k.revoked_at is null) as "apiKeys"
from users u`;

/** Users by id, newest first. @param q part of the address or the name, of any case */
export async function searchUsers(
  { knex, simulated }: DatabaseContext,
  { q, limit, offset }: { q?: string | undefined; limit: number; offset: number },
): Promise<{ total: number; rows: UserListRow[] }> {
  const where = `u.simulated = :simulated
    and (cast(:q as text) is null or position(lower(:q) in lower(u.email)) > 0 or position(lower(:q) in lower(u.name)) > 0)`;
  const values = { simulated, q: q ?? null, limit, offset };
  const [[{ total }], rows] = await Promise.all([
    rowsOf<{ total: number }>(knex, `select count(*) as total from users u where ${where}`, values),
    rowsOf<UserListRow>(knex, `${listSql} where ${where} order by u.id desc limit :limit offset :offset`, values),
  ]);
  return { total, rows };
}

/**
 * Changes a user, with an audit row for each act. Disabling ends all sessions and voids all keys. Changes run one after
 * another, so that of two administrators who demote each other one stays.
 */
export function changeUser(
  context: DatabaseContext,
  actor: Actor,
  id: number,
  { isActive, role }: UserChange,
): Promise<UserListRow | ChangeRefusal> {
  const { simulated } = context;
  return changeKeyValidity<UserListRow | ChangeRefusal>(context, async (trx) => {
    const [before] = await rowsOf<Pick<UserListRow, 'email' | 'role' | 'isActive'>>(
      trx,
      `select email, role, is_active as "isActive" from users where id = :id and simulated = :simulated for update`,
      { id, simulated },
    );
    if (!before) return { result: 'missing', changed: false };
    const after = { isActive: isActive ?? before.isActive, role: role ?? before.role };
    const wasAdmin = before.role === 'admin' && before.isActive;
    if (wasAdmin && !(after.role === 'admin' && after.isActive) && (await countAdmins(trx, simulated)) === 1) {
      return { result: 'last-admin', changed: false };
    }
    await rowsOf(trx, `update users set role = :role, is_active = :isActive where id = :id`, { id, ...after });
    if (!after.isActive) await rowsOf(trx, `delete from sessions where user_id = :id`, { id });
    for (const act of actsOf(before, after)) {
      await recordAct(trx, context, { actor, act, userId: id, subject: before.email });
    }
    const [row] = await rowsOf<UserListRow>(trx, `${listSql} where u.id = :id`, { id });
    return { result: row, changed: before.isActive !== after.isActive };
  });
}

type Standing = Pick<UserListRow, 'role' | 'isActive'>;

function actsOf(before: Standing, after: Standing): AdminAct[] {
  return [
    ...(before.role === after.role ? [] : [after.role === 'admin' ? ('promote' as const) : ('demote' as const)]),
    ...(before.isActive === after.isActive ? [] : [after.isActive ? ('enable' as const) : ('disable' as const)]),
  ];
}

function countAdmins(trx: Handle, simulated: boolean): Promise<number> {
  return countRows(trx, `users where simulated = :simulated and role = 'admin' and is_active`, { simulated });
}

/**
 * Creates the first administrator, with a verified address. If the address has an account, that user becomes an
 * administrator, and keeps the password if the owner of the address has proven to be its owner: otherwise a stranger could
 * have signed up with it.
 *
 * @returns false if there is an active administrator; then nothing changes
 */
export function createFirstAdmin(
  context: DatabaseContext,
  actor: Actor,
  { email, passwordHash }: { email: string; passwordHash: string },
): Promise<boolean> {
  const { simulated, clock } = context;
  return changeKeyValidity(context, async (trx) => {
    if ((await countAdmins(trx, simulated)) > 0) return { result: false, changed: false };
    const values = { simulated, email, passwordHash, now: clock() };
    const [unproven] = await rowsOf<{ id: number }>(
      trx,
      'select id from users where simulated = :simulated and email = :email and not proven for update',
      values,
    );
    if (unproven) await endUnproven(trx, unproven.id);
    const [{ id }] = await rowsOf<{ id: number }>(
      trx,
      `insert into users as u (simulated, email, password_hash, role, email_verified, proven, created_at)
       values (:simulated, :email, :passwordHash, 'admin', true, true, :now)
       on conflict (simulated, email) do update set role = 'admin', is_active = true, ${verifiedSql}, proven = true,
         password_hash = case when u.proven then u.password_hash else excluded.password_hash end
       returning id`,
      values,
    );
    await recordAct(trx, context, { actor, act: 'create_admin', userId: id, subject: email });
    return { result: true, changed: true };
  });
}

/** Counts for administrators, as `countSql` names them. */
export type ServiceCounts = Record<
  | 'usersTotal'
  | 'usersActive'
  | 'usersVerified'
  | 'usersAdmin'
  | 'signupsLast7d'
  | 'signupsLast30d'
  | 'savedLocations'
  | 'apiKeysActive'
  | 'alertsActive'
  | 'alertsTotal'
  | 'reports24h'
  | 'observationsTotal',
  number
>;

/** Counts users, what they own, and the data of the service. */
export async function countService({ knex, simulated, clock }: DatabaseContext): Promise<ServiceCounts> {
  const now = clock();
  const before = (days: number): Date => new Date(now.getTime() - days * dayMs);
  const rows = await rowsOf<ServiceCounts>(knex, countSql, {
    simulated,
    now,
    dayAgo: before(1),
    weekAgo: before(7),
    monthAgo: before(30),
  });
  return rows[0];
}

const countSql = `
select u.*,
  (select count(*) from saved_locations where simulated = :simulated) as "savedLocations",
  (select count(*) from api_keys where simulated = :simulated and revoked_at is null) as "apiKeysActive",
  (select count(*) from alerts where simulated = :simulated and status = 'active' and expires > :now) as "alertsActive",
  (select count(*) from alerts where simulated = :simulated) as "alertsTotal",
  (select count(*) from reports where simulated = :simulated and at > :dayAgo and at <= :now) as "reports24h",
  (select count(*) from observations where simulated = :simulated) as "observationsTotal"
from (
  select count(*) as "usersTotal",
    count(*) filter (where is_active) as "usersActive",
    count(*) filter (where email_verified) as "usersVerified",
    count(*) filter (where role = 'admin') as "usersAdmin",
    count(*) filter (where created_at > :weekAgo) as "signupsLast7d",
    count(*) filter (where created_at > :monthAgo) as "signupsLast30d"
  from users where simulated = :simulated
) u`;
