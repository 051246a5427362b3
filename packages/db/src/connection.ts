import type { Knex } from 'knex';

/** A database that is reached: what the two ways to one have in common. */
export interface Connection {
  kind: 'embedded' | 'postgres';
  /** Its place as a person is told it, without a password. */
  where: string;
  knex: Knex;
  /** Names of the migrations that were run on the way. */
  migrated: string[];
  close: () => Promise<void>;
}
