import { rowsOf, type TableContext } from '../../context.ts';
import type { Handle } from '../../handle.ts';
import { defineTable } from '../../table.ts';
import { changeKeyValidity } from '../api-keys/table.ts';
import { endUnproven, verifiedSql } from '../users/end-unproven.ts';
import { userColumns, userOf, type User } from '../users/user.ts';
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
  /** Whose a token is. It stays valid; undefined if it is not. */
  ownerOf(purpose: TokenPurpose, digest: Buffer): Promise<TokenOwner | undefined>;
  /**
   * Uses a token: marks its address as verified, which gives the keys of the user a portion of their own. Undefined if the
   * token is not valid.
   *
   * @param reader what is known of whoever has the token
   */
  verifyEmail(digest: Buffer, reader: TokenReader): Promise<User | undefined>;
  /**
   * Uses a token: marks its address as verified, sets the password and ends all sessions. What was made before anybody has
   * proven to be the owner ends, too. Undefined if the token is not valid.
   */
  resetPassword(digest: Buffer, passwordHash: string): Promise<User | undefined>;
}

/** The user of a token. */
export interface TokenOwner {
  userId: number;
  email: string;
  passwordHash: string;
  /** Client of the sign-up, by its address; null once the address is verified. */
  signUpClient: string | null;
}

/**
 * Whoever has a token to verify an address. `owner`: has a session or the password of the account, too. `neighbour`: may be
 * the owner, so what was made remains until a reset of the password. `stranger`: what was made ends, and the password is
 * replaced by a hash that no known password has.
 */
export type TokenReader = { is: 'owner' | 'neighbour' } | { is: 'stranger'; passwordHash: string };

export const userTokensTable = defineTable({
  name: 'user_tokens',
  migrations: [userTokensMigration],
  retention: { keep: { days: 1 }, column: 'expires_at' },
  create: createUserTokens,
});

/** Conditions of a valid token `t` of the user `u`. */
const validSql = `t.digest = :digest and t.purpose = :purpose and t.simulated = :simulated and t.expires_at > :now
  and u.id = t.user_id and u.email = t.email and u.is_active`;

function createUserTokens(context: TableContext): UserTokens {
  const { knex, simulated, clock } = context;

  /** Uses a token as part of a change of its user. Of several uses at once, one gets the row of the token. */
  const use = (
    purpose: TokenPurpose,
    digest: Buffer,
    change: (trx: Handle, user: { id: number; proven: boolean }) => Promise<User[]>,
  ): Promise<User | undefined> =>
    changeKeyValidity<User | undefined>(context, async (trx) => {
      const [used] = await rowsOf<{ id: number; proven: boolean }>(
        trx,
        `delete from user_tokens t using users u where ${validSql} returning u.id, u.proven`,
        { purpose, digest, simulated, now: clock() },
      );
      if (!used) return { result: undefined, changed: false };
      const [row] = await change(trx, used);
      return { result: userOf(row), changed: true };
    });
  const update = (trx: Handle, sets: string, values: { id: number } & Record<string, unknown>): Promise<User[]> =>
    rowsOf(trx, `update users u set ${verifiedSql}, ${sets} where u.id = :id returning ${userColumns('u')}`, values);

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

    async ownerOf(purpose, digest) {
      const [owner] = await rowsOf<TokenOwner>(
        knex,
        `select u.id as "userId", u.email, u.password_hash as "passwordHash", u.signup_client as "signUpClient"
         from user_tokens t, users u where ${validSql}`,
        { purpose, digest, simulated, now: clock() },
      );
      return owner;
    },

    verifyEmail: (digest, reader) =>
      use('verify_email', digest, async (trx, { id, proven }) => {
        if (proven || reader.is !== 'stranger')
          return update(trx, 'proven = :proven', { id, proven: proven || reader.is === 'owner' });
        await endUnproven(trx, id);
        return update(trx, 'password_hash = :passwordHash', { id, passwordHash: reader.passwordHash });
      }),

    resetPassword: (digest, passwordHash) =>
      use('reset_password', digest, async (trx, { id, proven }) => {
        if (proven) await rowsOf(trx, 'delete from sessions where user_id = :id', { id });
        else await endUnproven(trx, id);
        return update(trx, 'proven = true, password_hash = :passwordHash', { id, passwordHash });
      }),
  };
}
