import { rowsOf, type TableContext } from '../../context.ts';
import { digestsWithout } from '../../digests-without.ts';
import { defineTable } from '../../table.ts';
import { userColumns, userOf, type User } from '../users/user.ts';
import { sessions as sessionsMigration } from './024-sessions.ts';

/** A session that is valid now. */
export interface ValidSession {
  id: number;
  user: User;
  createdAt: Date;
  renewedAt: Date;
}

export interface Sessions {
  /**
   * Starts a session of an active user and records the login.
   *
   * @param passwordHash of the password that was verified; no session starts after the password has changed
   * @returns false if the user is disabled or gone, or has another password
   */
  start(login: { userId: number; passwordHash: string; digest: Buffer; expiresAt: Date }): Promise<boolean>;
  /** The session of a digest, if it has not expired and its user is active. */
  find(digest: Buffer): Promise<ValidSession | undefined>;
  /** Those of these digests, in hexadecimal, that `find` would not find. */
  invalid(digests: readonly string[]): Promise<string[]>;
  /** Extends the lifetime of a session. */
  renew(id: number, expiresAt: Date): Promise<void>;
  end(digest: Buffer): Promise<void>;
}

export const sessionsTable = defineTable({
  name: 'sessions',
  migrations: [sessionsMigration],
  retention: { keep: { days: 1 }, column: 'expires_at' },
  create: createSessions,
});

/** The valid session `s` of the active user `u` that has a digest. @param digest SQL */
const validSql = (digest: string): string => `from sessions s join users u on u.id = s.user_id
  where s.digest = ${digest} and s.simulated = :simulated and s.expires_at > :now and u.is_active`;

function createSessions({ knex, simulated, clock }: TableContext): Sessions {
  return {
    async start({ userId, passwordHash, digest, expiresAt }) {
      const started = await rowsOf(
        knex,
        `with person as (
           update users set last_login_at = :now
           where id = :userId and simulated = :simulated and is_active and password_hash = :passwordHash
           returning id
         )
         insert into sessions (simulated, user_id, digest, created_at, renewed_at, expires_at)
         select :simulated, id, :digest, :now, :now, :expiresAt from person
         returning id`,
        { simulated, userId, passwordHash, digest, now: clock(), expiresAt },
      );
      return started.length > 0;
    },

    async find(digest) {
      const [row] = await rowsOf<User & { sessionId: number; startedAt: Date; renewedAt: Date }>(
        knex,
        `select ${userColumns('u')}, s.id as "sessionId", s.created_at as "startedAt", s.renewed_at as "renewedAt"
         ${validSql(':digest')}`,
        { simulated, digest, now: clock() },
      );
      if (!row) return undefined;
      const { sessionId, startedAt, renewedAt } = row;
      return { id: sessionId, user: userOf(row), createdAt: startedAt, renewedAt };
    },

    invalid: (digests) => digestsWithout(knex, validSql, digests, { simulated, now: clock() }),

    async renew(id, expiresAt) {
      await rowsOf(
        knex,
        `update sessions set renewed_at = :now, expires_at = :expiresAt where id = :id and simulated = :simulated`,
        { simulated, id, now: clock(), expiresAt },
      );
    },

    async end(digest) {
      await rowsOf(knex, `delete from sessions where digest = :digest and simulated = :simulated`, {
        simulated,
        digest,
      });
    },
  };
}
