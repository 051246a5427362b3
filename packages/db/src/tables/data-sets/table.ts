import { rowsOf, type TableContext } from '../../context.ts';
import { defineTable } from '../../table.ts';
import { dataSets as dataSetsMigration } from './004-data-sets.ts';

/** Data from which responses are made, such as all alerts. */
export interface DataSet {
  name: string;
  /** Increases with every change. */
  version: number;
  changedAt: Date;
  /** Time of the newest data, by its provider. */
  dataAt: Date | null;
  /** Begin of the record of its earlier states: what was known before is not known. */
  pastSince: Date;
}

export interface DataSets {
  /** Every data set with at least one change. */
  all(): Promise<DataSet[]>;
}

export const dataSetsTable = defineTable({
  name: 'data_sets',
  migrations: [dataSetsMigration],
  create: createDataSets,
});

function createDataSets({ knex, simulated }: TableContext): DataSets {
  return {
    async all() {
      return rowsOf<DataSet>(
        knex,
        `select name, version, changed_at as "changedAt", data_at as "dataAt", past_since as "pastSince"
         from data_sets where simulated = :simulated`,
        { simulated },
      );
    },
  };
}
