import { rowsOf, type TableContext } from '../../context.ts';
import { defineTable } from '../../table.ts';
import { userColumns, userOf, type User, type UserRow } from '../users/user.ts';
import { userTokens as userTokensMigration } from './031-user-tokens.ts';
import type { TokenPurpose } from './purpose.ts';

/** Tokens that prove that a person reads the mail of an address. Each is valid once, until a newer one of its purpose exists. */
export interface UserTokens {
  /**
   * Stores a new token of the active user with an address. An address that is verified gets no token to verify it.
   *
   * @returns false if there is no such user
   */
  issue(token: { purpose: TokenPurpose; email: string; digest: Buffer; expiresAt: Date }): Promise<boolean>;
  /** Whether a token is valid; it stays so. */
  isValid(purpose: TokenPurpose, digest: Buffer): Promise<boolean>;
  /** Uses a token: marks its address as verified. Undefined if the token is not valid. */
  verifyEmail(digest: Buffer): Promise<User | undefined>;
  /** Uses a token: sets the password and ends all sessions. Undefined if the token is not valid. */
  resetPassword(digest: Buffer, passwordHash: string): Promise<User | undefined>;
}

export const userTokensTable = defineTable({
  name: 'user_tokens',
  migrations: [userTokensMigration],
  retention: { keep: { days: 1 }, column: 'expires_at' },
  create: createUserTokens,
});

/** Conditions of a valid token `t` of the user `u`. */
const validSql = `t.digest = :digest and t.purpose = :purpose and t.simulated = :simulated and t.expires_at > :now
  and u.id = t.user_id and u.email = t.email and u.is_active`;

/** Removes a valid token, as the first step of a statement: of several statements at once, one gets its row. */
const usedSql = `used as (delete from user_tokens t using users u where ${validSql} returning t.user_id)`;

function createUserTokens({ knex, simulated, clock }: TableContext): UserTokens {
  const use = async (
    purpose: TokenPurpose,
    sql: string,
    values: Record<string, unknown>,
  ): Promise<User | undefined> => {
    const [row] = await rowsOf<UserRow>(knex, sql, { ...values, purpose, simulated, now: clock() });
    return row && userOf(row);
  };

  return {
    async issue({ purpose, email, digest, expiresAt }) {
      const issued = await rowsOf(
        knex,
        `insert into user_tokens (simulated, user_id, purpose, email, digest, expires_at)
         select simulated, id, :purpose, email, :digest, :expiresAt from users
         where simulated = :simulated and email = :email and is_active
           and not (email_verified and :purpose = 'verify_email')
         on conflict (user_id, purpose) do update
           set email = excluded.email, digest = excluded.digest, expires_at = excluded.expires_at
         returning id`,
        { simulated, purpose, email, digest, expiresAt },
      );
      return issued.length > 0;
    },

    async isValid(purpose, digest) {
      const found = await rowsOf(knex, `select from user_tokens t, users u where ${validSql}`, {
        purpose,
        digest,
        simulated,
        now: clock(),
      });
      return found.length > 0;
    },

    verifyEmail: (digest) =>
      use(
        'verify_email',
        `with ${usedSql}
         update users u set email_verified = true from used where u.id = used.user_id returning ${userColumns('u')}`,
        { digest },
      ),

    resetPassword: (digest, passwordHash) =>
      use(
        'reset_password',
        `with ${usedSql}, ended as (delete from sessions s using used where s.user_id = used.user_id)
         update users u set password_hash = :passwordHash from used where u.id = used.user_id
         returning ${userColumns('u')}`,
        { digest, passwordHash },
      ),
  };
}
