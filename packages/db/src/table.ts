import type { Settings } from '@severe/base';
import type { TableContext } from './context.ts';
import type { Migration } from './migrations/migration.ts';

/**
 * One table, described in one place: its schema, its columns, how long its rows are kept, and its methods.
 * `tables/index.ts` lists every table; types, migrations and pruning follow from that list.
 */
export interface Table<Methods extends object = object, DataSet extends string = string> {
  /** Name in SQL. */
  name: string;
  /** Steps of the schema, oldest first. Their numbers are unique over all tables. */
  migrations: readonly Migration[];
  /**
   * Data set that its methods change. Responses are cached by the versions of data sets, see `changeDataSet`. Undefined
   * if no response is cached from it.
   */
  dataSet?: DataSet;
  /** Name of the event on the live stream that reports a change of the data set. No event if absent. */
  streamSource?: string;
  /** Columns of a row in a list: SQL expressions by field. */
  columns?: Record<string, string>;
  /** Undefined if rows are not removed by age. */
  retention?: Retention;
  create(context: TableContext): Methods;
}

/** How long rows are kept, and how old ones are removed. */
export type Retention = {
  keep: Age;
  /** Of the rest the newest rows are kept, as many as this; all if absent. */
  maxRows?: number;
} & (OldRows | { remove: RemoveOld });

/** Removal by a time column, see `removeOldRows`. */
interface OldRows {
  /** Time column that is compared with the age limit; an index must lead to the old rows. */
  column: string;
  /** Table whose rows are removed; the table itself if absent. It needs a unique `id`. */
  from?: string;
  /** A further SQL condition. */
  only?: string;
  /** Rows per statement. */
  atOnce?: number;
}

/** Removal in its own way. @returns the number of removed rows */
type RemoveOld = (context: TableContext, before: Date, maxRows: number) => Promise<number>;

/** A fixed age, or the name of the setting that holds it. The unit is the key; names of settings end with theirs. */
export type Age = { days: number | AgeSetting<'Days'> } | { hours: number | AgeSetting<'Hours'> };
type AgeSetting<Unit extends string> = Extract<keyof Settings, `${string}Retention${Unit}`>;

/** The settings that say how long rows are kept. */
export type RetentionSettings = Pick<Settings, AgeSetting<'Days'> | AgeSetting<'Hours'>>;

/** Keeps the literal types of a description, from which `Tables` and `DataSetName` follow. */
export function defineTable<const T extends Table>(table: T): T {
  return table;
}

/** The SQL expression of each field of a row: a missing or an unknown field does not compile. */
export type Columns<Row> = Record<keyof Row & string, string>;

/** The list of a select: `t.at as "at", t.max_wind_kt as "maxWindKt"`. */
export function selectList(columns: Record<string, string>): string {
  return Object.entries(columns).map(([field, sql]) => `${sql} as "${field}"`).join(', '); // prettier-ignore
}
