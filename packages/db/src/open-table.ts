import { hourMs } from '@severe/async';
import type { DatabaseContext } from './context.ts';
import { removeOldRows } from './remove-old.ts';
import type { Age, Retention, RetentionSettings, Table } from './table.ts';

/** Added to each table whose rows are removed by age. */
export interface RemovesOld {
  /**
   * Removes rows of before a time.
   *
   * @param maxRows of the rest the newest rows are kept, as many as this; by default as the table describes it
   * @returns the number of removed rows
   */
  removeOld(before: Date, maxRows?: number): Promise<number>;
}

export type MethodsOf<T extends Table> = ReturnType<T['create']> &
  (T extends { retention: Retention } ? RemovesOld : unknown);

/** The methods of a table, with `removeOld` if it describes how long rows are kept. */
export function openTable<T extends Table>(table: T, database: DatabaseContext): MethodsOf<T> {
  const context = { ...database, dataSet: table.dataSet ?? table.name, streamSource: table.streamSource };
  const { retention } = table;
  const removal: RemovesOld | undefined = retention && {
    removeOld: (before, maxRows = retention.maxRows ?? Infinity) =>
      'remove' in retention
        ? retention.remove(context, before, maxRows)
        : removeOldRows(context, { from: table.name, ...retention }, before),
  };
  return { ...table.create(context), ...removal } as MethodsOf<T>;
}

/** How long rows are kept, in milliseconds. */
export function ageMs(keep: Age, settings: RetentionSettings): number {
  const numberOf = (age: number | keyof RetentionSettings) => (typeof age === 'number' ? age : settings[age]);
  return 'days' in keep ? numberOf(keep.days) * 24 * hourMs : numberOf(keep.hours) * hourMs;
}
