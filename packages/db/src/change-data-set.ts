import { traced } from '@severe/tracing';
import { rowsOf, type TableContext } from './context.ts';
import type { Handle } from './handle.ts';
import { notInFuture } from './lease.ts';
import { appendDataEvent, type ChangedIds } from './tables/stream-events/append.ts';

/** What a change did to a data set, if anything. */
interface Change<T> {
  result: T;
  changed: boolean;
  dataAt?: Date | undefined;
  /** Ids for the event on the live stream. */
  ids?: ChangedIds | undefined;
}

/**
 * Changes the data set of a table in one transaction. Changes of one data set run one after another: versions become
 * visible in order, and a reader that has seen one has seen all before it.
 *
 * @param work receives the version that its changes belong to; it uses no connection but `trx`
 */
export function changeDataSet<T>(
  context: TableContext,
  work: (trx: Handle, version: number) => Promise<Change<T>>,
): Promise<T> {
  return traced(`store ${context.dataSet}`, {}, () => changeInTransaction(context, work));
}

function changeInTransaction<T>(
  context: TableContext,
  work: (trx: Handle, version: number) => Promise<Change<T>>,
): Promise<T> {
  const { knex, simulated, clock, dataSet: name, streamSource } = context;
  return knex.transaction(async (trx) => {
    const present = (): Promise<Date> => notInFuture({ ...context, knex: trx }, clock());
    const begun = await present();
    await rowsOf(
      trx,
      `insert into data_sets (simulated, name, version, changed_at, past_since) values (:simulated, :name, 0, :now, :now)
       on conflict do nothing`,
      { simulated, name, now: begun },
    );
    const [{ version }] = await rowsOf<{ version: number }>(
      trx,
      `select version, set_config('severe.now', :now, true) from data_sets
       where simulated = :simulated and name = :name for update`,
      { simulated, name, now: begun.toISOString() },
    );
    const next = version + 1;
    const { result, changed, dataAt = null, ids } = await work(trx, next);
    if (changed) {
      const now = await present();
      await rowsOf(
        trx,
        `update data_sets set version = :next, changed_at = :now, data_at = greatest(data_at, :dataAt)
         where simulated = :simulated and name = :name`,
        { simulated, name, next, now, dataAt },
      );
      if (streamSource) await appendDataEvent(trx, { ...context, clock: () => now }, streamSource, ids);
    }
    return result;
  });
}

/**
 * As `changeDataSet`, for rows that the real and the simulated world share: the version rises in both. The row of the real
 * world is locked for both, so that changes from either world run one after another; `work` receives its version.
 */
export function changeSharedDataSet<T>(
  context: TableContext,
  work: (trx: Handle, version: number) => Promise<Change<T>>,
): Promise<T> {
  return changeDataSet({ ...context, simulated: false }, async (trx, version) => {
    const change = await work(trx, version);
    if (change.changed) {
      await rowsOf(
        trx,
        `insert into data_sets as old (simulated, name, version, changed_at, past_since, data_at)
         values (true, :name, 1, :now, :now, :dataAt)
         on conflict (simulated, name) do update set version = old.version + 1, changed_at = excluded.changed_at,
           data_at = greatest(old.data_at, excluded.data_at)`,
        { name: context.dataSet, now: context.clock(), dataAt: change.dataAt ?? null },
      );
    }
    return change;
  });
}
