import { messageOf, OverBudgetError, UpstreamError, type Log } from '@severe/base';
import type { Knex } from 'knex';
import { rowsOf } from '../context.ts';
import type { DataSet } from '../tables/data-sets/table.ts';
import { createSessions } from './open.ts';

/** Shortest interval in which it is asked what it has. */
const askedEveryMs = 100;
/** After an error, reads go to the primary for this time. */
const lostMs = 5_000;

/** What a read of a list depends on. */
export type ReadSets = readonly Pick<DataSet, 'name' | 'version'>[];

/**
 * A copy of the database that lags behind it, for reads. It serves a read only if it has the versions of the data that the read
 * is about: a list is never older than one from the primary.
 */
export interface Replica {
  knex: Knex;
  /** Whether it has these versions, as far as is known; if not, it is asked for later reads. */
  has(sets: ReadSets): boolean;
  /** Notes that a read failed, which then goes to the primary. @throws the error, if it does not come from the replica's state */
  failed(error: unknown): void;
  close(): Promise<void>;
}

/** Does not connect yet: a replica that is not there is no obstacle to a start. */
export function openReplica(url: string, { simulated, log }: { simulated: boolean; log: Log }): Replica {
  const knex = createSessions(url, ' -c default_transaction_read_only=on');
  const versions = new Map<string, number>();
  let nextAskAt = 0;
  let isLost = false;

  const lose = (error: unknown): void => {
    if (!isLost)
      log.warn(
        { reason: messageOf(error) },
        'the replica of the database does not answer; lists come from the primary',
      );
    isLost = true;
    nextAskAt = performance.now() + lostMs;
  };
  const ask = async (): Promise<void> => {
    nextAskAt = Infinity;
    try {
      const rows = await rowsOf<Pick<DataSet, 'name' | 'version'>>(
        knex,
        'select name, version from data_sets where simulated = :simulated',
        { simulated },
      );
      for (const { name, version } of rows) versions.set(name, version);
      if (isLost) log.info('the replica of the database answers again');
      isLost = false;
      nextAskAt = performance.now() + askedEveryMs;
    } catch (error) {
      lose(error);
    }
  };

  return {
    knex,
    has(sets) {
      const isThere = !isLost && sets.every(({ name, version }) => (versions.get(name) ?? -1) >= version);
      if (!isThere && performance.now() >= nextAskAt) void ask();
      return isThere;
    },
    failed(error) {
      if (!(error instanceof UpstreamError) || error instanceof OverBudgetError) throw error;
      lose(error);
    },
    close: () => knex.destroy(),
  };
}
