import type { Knex } from 'knex';
import { rowsOf, type World } from '../world.ts';

/** What answers are made of, such as all alerts. */
export interface DataSet {
  name: string;
  /** Rises with every change. */
  version: number;
  changedAt: Date;
  /** Time of the newest data, as its provider tells it. */
  dataAt: Date | null;
}

export interface DataSets {
  /** Every data set that was ever changed. */
  all(): Promise<DataSet[]>;
}

export function createDataSets({ knex, simulated }: World): DataSets {
  return {
    async all() {
      const rows = await rowsOf<Omit<DataSet, 'version'> & { version: string }>(
        knex,
        `select name, version, changed_at as "changedAt", data_at as "dataAt" from data_sets
         where simulated = :simulated`,
        { simulated },
      );
      return rows.map((row) => ({ ...row, version: Number(row.version) }));
    },
  };
}

/** What a change did to a data set, if anything. */
export interface Change<T> {
  result: T;
  changed: boolean;
  dataAt?: Date | undefined;
}

/**
 * Changes a data set in one transaction. Those who change the same one do it one after the other, so that versions come
 * into sight in their order, and whoever has seen one has seen all before it.
 *
 * @param work is given the version that its changes belong to; it may use no other connection than `trx`
 */
export function changeDataSet<T>(
  { knex, simulated, clock }: World,
  name: string,
  work: (trx: Knex, version: number) => Promise<Change<T>>,
): Promise<T> {
  return knex.transaction(async (trx) => {
    await rowsOf(
      trx,
      `insert into data_sets (simulated, name, version, changed_at) values (:simulated, :name, 0, :now)
       on conflict do nothing`,
      { simulated, name, now: clock() },
    );
    const [{ version }] = await rowsOf<{ version: string }>(
      trx,
      `select version from data_sets where simulated = :simulated and name = :name for update`,
      { simulated, name },
    );
    const next = Number(version) + 1;
    const { result, changed, dataAt = null } = await work(trx, next);
    if (changed) {
      await rowsOf(
        trx,
        `update data_sets set version = :next, changed_at = :now, data_at = greatest(data_at, :dataAt)
         where simulated = :simulated and name = :name`,
        { simulated, name, next, now: clock(), dataAt },
      );
    }
    return result;
  });
}

/**
 * As `changeDataSet`, for facts that both worlds share: the version rises in each of them. The row of one world stands for
 * both, so that changes come one after the other whichever world they come from.
 */
export function changeFacts<T>(world: World, name: string, work: (trx: Knex) => Promise<Change<T>>): Promise<T> {
  return changeDataSet({ ...world, simulated: false }, name, async (trx) => {
    const change = await work(trx);
    if (change.changed) {
      await rowsOf(
        trx,
        `insert into data_sets as old (simulated, name, version, changed_at, data_at) values (true, :name, 1, :now, :dataAt)
         on conflict (simulated, name) do update set version = old.version + 1, changed_at = excluded.changed_at,
           data_at = greatest(old.data_at, excluded.data_at)`,
        { name, now: world.clock(), dataAt: change.dataAt ?? null },
      );
    }
    return change;
  });
}
