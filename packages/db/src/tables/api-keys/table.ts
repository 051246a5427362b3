import { minuteMs } from '@severe/async';
import { changeDataSet } from '../../change-data-set.ts';
import { rowsOf, type DatabaseContext, type TableContext } from '../../context.ts';
import { digestsWithout } from '../../digests-without.ts';
import { defineTable, selectList, type Columns } from '../../table.ts';
import { portionSql } from '../users/portion.ts';
import { apiKeys as apiKeysMigration } from './033-api-keys.ts';

/** A key as its user sees it. */
export interface ApiKey {
  id: number;
  name: string;
  /** Beginning of the key. */
  prefix: string;
  isActive: boolean;
  createdAt: Date;
  /** Up to a minute old. */
  lastUsedAt: Date | null;
}

/** A key with which a request was sent. */
export interface FoundKey {
  id: number;
  /** Whose portion of what is shared its requests take, see `portionSql`. */
  portion: string;
  /** Whether other accounts may have the same portion: the address of this one is not verified. */
  isShared: boolean;
}

export interface ApiKeys {
  /** Adds a key. Undefined if the user has `most` active keys. */
  insert(
    userId: number,
    key: { name: string; prefix: string; digest: Buffer },
    most: number,
  ): Promise<ApiKey | undefined>;
  /** Keys of a user, newest first; revoked ones for 30 days. */
  ofUser(userId: number): Promise<ApiKey[]>;
  /** Revokes a key of a user, also one that is revoked already. False if the user has no such key. */
  revoke(userId: number, id: number): Promise<boolean>;
  /** An active key of an active user. */
  find(digest: Buffer): Promise<FoundKey | undefined>;
  /** Those of these digests, in hexadecimal, that are not of an active key of an active user. */
  invalid(digests: readonly string[]): Promise<string[]>;
  /** A number that rises whenever a key stops to be valid or has another portion, or a user is disabled or enabled. */
  version(): Promise<number>;
  /** Records the use of a key, at most once a minute. */
  recordUse(id: number): Promise<void>;
}

const columns: Columns<ApiKey> = {
  id: 't.id',
  name: 't.name',
  prefix: 't.prefix',
  isActive: 't.revoked_at is null',
  createdAt: 't.created_at',
  lastUsedAt: 't.last_used_at',
};
const columnsSql = selectList(columns);

/** The active key `t` of an active user that has a digest. @param digest SQL */
const validSql = (digest: string): string => `from api_keys t join users u on u.id = t.user_id
  where t.digest = ${digest} and t.simulated = :simulated and t.revoked_at is null and u.is_active`;

/** Data set whose version says that cached keys are void. */
const validity = 'api_key_validity';

export const apiKeysTable = defineTable({
  name: 'api_keys',
  migrations: [apiKeysMigration],
  retention: { keep: { days: 30 }, column: 'revoked_at' },
  create: createApiKeys,
});

/** Voids cached keys in every process, as part of a change that disables or enables users or keys. @param work as in `changeDataSet` */
export function changeKeyValidity<T>(
  context: DatabaseContext,
  work: (trx: DatabaseContext['knex']) => Promise<{ result: T; changed: boolean }>,
): Promise<T> {
  return changeDataSet({ ...context, dataSet: validity, streamSource: undefined }, work);
}

function createApiKeys(context: TableContext): ApiKeys {
  const { knex, simulated, clock } = context;

  return {
    async insert(userId, key, most) {
      const [made] = await rowsOf<ApiKey>(
        knex,
        `insert into api_keys as t (simulated, user_id, name, prefix, digest, created_at)
         select cast(:simulated as boolean), u.id, :name, :prefix, :digest, :now from users u
         where u.id = :userId and u.simulated = :simulated
           and has_room(u.id, 'api_keys', :most)
         returning ${columnsSql}`,
        { simulated, userId, ...key, most, now: clock() },
      );
      return made;
    },

    ofUser(userId) {
      const sql = `select ${columnsSql} from api_keys t where t.user_id = :userId and t.simulated = :simulated order by t.id desc`;
      return rowsOf<ApiKey>(knex, sql, { simulated, userId });
    },

    revoke: (userId, id) =>
      changeKeyValidity(context, async (trx) => {
        const own = `id = :id and user_id = :userId and simulated = :simulated`;
        const values = { simulated, userId, id };
        const revoked = await rowsOf(
          trx,
          `update api_keys set revoked_at = :now where ${own} and revoked_at is null returning id`,
          { ...values, now: clock() },
        );
        const exists =
          revoked.length > 0 || (await rowsOf(trx, `select from api_keys where ${own}`, values)).length > 0;
        return { result: exists, changed: revoked.length > 0 };
      }),

    async find(digest) {
      const sql = `select t.id, ${portionSql('u')} as portion,
        not u.email_verified and u.signup_network is not null as "isShared"
        ${validSql(':digest')}`;
      const [row] = await rowsOf<FoundKey>(knex, sql, { simulated, digest });
      return row;
    },

    invalid: (digests) => digestsWithout(knex, validSql, digests, { simulated }),

    async version() {
      const [row] = await rowsOf<{ version: number }>(
        knex,
        'select version from data_sets where simulated = :simulated and name = :validity',
        { simulated, validity },
      );
      return row?.version ?? 0;
    },

    async recordUse(id) {
      const now = clock();
      await rowsOf(
        knex,
        `update api_keys set last_used_at = :now
         where id = :id and simulated = :simulated and (last_used_at is null or last_used_at <= :before)`,
        { simulated, id, now, before: new Date(now.getTime() - minuteMs) },
      );
    },
  };
}
