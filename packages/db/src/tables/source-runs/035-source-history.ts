import type { Migration } from '../../migrations/migration.ts';

/** Each run notes the time of the newest data, so that the age of the data can be told for the last day. */
export const sourceHistory: Migration = {
  name: '035-source-history',
  sql: 'alter table source_runs add column data_at timestamptz;',
};
