import { rowsOf, type TableContext } from '../../context.ts';
import { defineTable } from '../../table.ts';
import { enqueueMail, type NewMail } from '../mails/enqueue.ts';
import type { Actor } from '../audit/record.ts';
import { users as usersMigration } from './023-users.ts';
import { hasRoom } from './046-has-room.ts';
import {
  changeUser,
  countService,
  createFirstAdmin,
  searchUsers,
  type ChangeRefusal,
  type ServiceCounts,
  type UserChange,
  type UserListRow,
} from './admin.ts';
import { userColumns, userOf, type User, type UserRow } from './user.ts';

/** A new account. */
export interface NewUser {
  /** In lower case. */
  email: string;
  name: string | null;
  /** argon2id in the PHC string format. */
  passwordHash: string;
}

/** What a login needs to know. */
export interface Credentials {
  user: User;
  passwordHash: string;
  isActive: boolean;
}

export interface Users {
  /**
   * Adds an account with the role `user`, and the mail that is sent to the new user. Undefined if the address has an account;
   * then nothing changes.
   */
  insert(user: NewUser, mail?: NewMail): Promise<User | undefined>;
  find(id: number): Promise<User | undefined>;
  /** The account of an address with its password hash. */
  credentials(email: string): Promise<Credentials | undefined>;
  /** Users by id, newest first. `q` is part of the address or the name, of any case. */
  search(search: {
    q?: string | undefined;
    limit: number;
    offset: number;
  }): Promise<{ total: number; rows: UserListRow[] }>;
  /** Changes a user, see `changeUser`. */
  change(actor: Actor, id: number, change: UserChange): Promise<UserListRow | ChangeRefusal>;
  /** Creates the first administrator, see `createFirstAdmin`. */
  createFirstAdmin(actor: Actor, admin: { email: string; passwordHash: string }): Promise<boolean>;
  /** Counts users, what they own, and the data of the service. */
  counts(): Promise<ServiceCounts>;
}

export const usersTable = defineTable({
  name: 'users',
  migrations: [usersMigration, hasRoom],
  create: createUsers,
});

function createUsers(context: TableContext): Users {
  const { knex, simulated, clock } = context;
  return {
    insert: ({ email, name, passwordHash }, mail) =>
      knex.transaction(async (trx) => {
        const [row] = await rowsOf<UserRow>(
          trx,
          `insert into users as u (simulated, email, name, password_hash, created_at)
           values (:simulated, :email, :name, :passwordHash, :now)
           on conflict do nothing
           returning ${userColumns('u')}`,
          { simulated, email, name, passwordHash, now: clock() },
        );
        if (row && mail) await enqueueMail(trx, context, mail);
        return row && userOf(row);
      }),

    async find(id) {
      const [row] = await rowsOf<UserRow>(
        knex,
        `select ${userColumns('u')} from users u where u.id = :id and u.simulated = :simulated`,
        { simulated, id },
      );
      return row && userOf(row);
    },

    search: (search) => searchUsers(context, search),
    change: (actor, id, change) => changeUser(context, actor, id, change),
    createFirstAdmin: (actor, admin) => createFirstAdmin(context, actor, admin),
    counts: () => countService(context),

    async credentials(email) {
      const [row] = await rowsOf<UserRow & { passwordHash: string; isActive: boolean }>(
        knex,
        `select ${userColumns('u')}, u.password_hash as "passwordHash", u.is_active as "isActive"
         from users u where u.simulated = :simulated and u.email = :email`,
        { simulated, email },
      );
      return row && { user: userOf(row), passwordHash: row.passwordHash, isActive: row.isActive };
    },
  };
}
