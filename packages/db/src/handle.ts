import type { Knex } from 'knex';

/** The part of Knex that statements are sent through: a pool of connections, or a transaction. */
export type Handle = Pick<Knex, 'client' | 'raw' | 'transaction'> & {
  /** Aborts when nobody wants the results any more. */
  wanted?: AbortSignal;
};

/**
 * A handle on the same connections for reads that nobody may want any more. After `wanted` aborts, no further statement
 * starts, and a running one is cancelled on a server; the read fails with the reason. The embedded database cannot cancel a
 * statement.
 */
export function whileWanted(handle: Handle, wanted: AbortSignal): Handle {
  return Object.assign(Object.create(handle) as Handle, { wanted });
}
