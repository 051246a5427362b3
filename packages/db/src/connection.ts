import type { Knex } from 'knex';

/** An open, migrated database, embedded or on a server. */
export interface Connection {
  kind: 'embedded' | 'postgres';
  /** Where the database is, for messages; without a password. */
  where: string;
  knex: Knex;
  /** Names of the migrations that were run when it was opened. */
  migrated: string[];
  close: () => Promise<void>;
}
