import type { Knex } from 'knex';

/** A database that is reached: what the two ways to one have in common. */
export interface Connection {
  kind: 'embedded' | 'postgres';
  knex: Knex;
  /** Names of the migrations that were run on the way. */
  migrated: string[];
  close(): Promise<void>;
}
