import { dayMs } from '@severe/async';
import { rowsOf, type TableContext } from '../../context.ts';
import { defineTable } from '../../table.ts';
import type { AttemptLimit } from '../attempts/limit.ts';
import { enqueueMail, type MailRefusal, type NewMail } from '../mails/enqueue.ts';
import { mailboxDigest } from '../mails/mailbox-of.ts';
import type { Actor } from '../audit/record.ts';
import { users as usersMigration } from './023-users.ts';
import { hasRoom } from './046-has-room.ts';
import { provenUsers } from './060-proven-users.ts';
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
import { portionSql } from './portion.ts';
import { removeUnconfirmed } from './remove-unconfirmed.ts';
import { userColumns, userOf, type User } from './user.ts';

/** A mailbox may not have the mail of a sign-up; then there is no account. */
export class SignUpRefused extends Error {
  readonly refusal: MailRefusal;

  constructor(refusal: MailRefusal) {
    super('the mailbox may not have the mail of the sign-up');
    this.name = 'SignUpRefused';
    this.refusal = refusal;
  }
}

/** A new account. */
export interface NewUser {
  /** In lower case. */
  email: string;
  name: string | null;
  /** argon2id in the PHC string format. */
  passwordHash: string;
  /** Where the sign-up came from: client and network by their addresses. Stored until the address is verified. */
  from?: { client: string; network: string };
}

/** The mail of a sign-up, and the limits of the mailbox for such mails. */
interface SignUpMail {
  mail: NewMail;
  limits: readonly AttemptLimit[];
}

/** What a login needs to know. */
interface Credentials {
  user: User;
  passwordHash: string;
  isActive: boolean;
}

export interface Users {
  /**
   * Adds an account with the role `user`, and the mail that is sent to the new user. It is removed if its address is not
   * verified within `unconfirmedMs`. Undefined if the address has an account; then nothing changes.
   *
   * @throws {SignUpRefused} if the mailbox may not have the mail; then nothing changes
   */
  insert(user: NewUser, signUp?: SignUpMail): Promise<User | undefined>;
  find(id: number): Promise<User | undefined>;
  /** Whose portion of what is shared a user takes, see `portionSql`. Undefined if there is no such user. */
  portionOf(id: number): Promise<string | undefined>;
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

/** How long an account remains whose address is not verified. */
const unconfirmedMs = 7 * dayMs;

export const usersTable = defineTable({
  name: 'users',
  migrations: [usersMigration, hasRoom, provenUsers],
  retention: { keep: { days: 0 }, remove: removeUnconfirmed },
  create: createUsers,
});

function createUsers(context: TableContext): Users {
  const { knex, simulated, clock } = context;
  return {
    insert: ({ email, name, passwordHash, from }, signUp) =>
      knex.transaction(async (trx) => {
        const now = clock();
        const [row] = await rowsOf<User>(
          trx,
          `insert into users as u (simulated, email, name, password_hash, created_at, confirm_by, mailbox, signup_client, signup_network)
           values (:simulated, :email, :name, :passwordHash, :now, :confirmBy, :mailbox, :client, :network)
           on conflict do nothing
           returning ${userColumns('u')}`,
          {
            simulated,
            email,
            name,
            passwordHash,
            now,
            confirmBy: new Date(now.getTime() + unconfirmedMs),
            mailbox: mailboxDigest(email),
            client: from?.client ?? null,
            network: from?.network ?? null,
          },
        );
        if (row && signUp) {
          const sent = await enqueueMail(trx, context, signUp.mail, { as: 'link', limits: signUp.limits });
          if (!('id' in sent)) throw new SignUpRefused(sent);
        }
        return row && userOf(row);
      }),

    async find(id) {
      const [row] = await rowsOf<User>(
        knex,
        `select ${userColumns('u')} from users u where u.id = :id and u.simulated = :simulated`,
        { simulated, id },
      );
      return row && userOf(row);
    },

    async portionOf(id) {
      const [row] = await rowsOf<{ portion: string }>(
        knex,
        `select ${portionSql('u')} as portion from users u where u.id = :id and u.simulated = :simulated`,
        { simulated, id },
      );
      return row?.portion;
    },

    search: (search) => searchUsers(context, search),
    change: (actor, id, change) => changeUser(context, actor, id, change),
    createFirstAdmin: (actor, admin) => createFirstAdmin(context, actor, admin),
    counts: () => countService(context),

    async credentials(email) {
      const [row] = await rowsOf<User & { passwordHash: string; isActive: boolean }>(
        knex,
        `select ${userColumns('u')}, u.password_hash as "passwordHash", u.is_active as "isActive"
         from users u where u.simulated = :simulated and u.email = :email`,
        { simulated, email },
      );
      return row && { user: userOf(row), passwordHash: row.passwordHash, isActive: row.isActive };
    },
  };
}
