import type { Migration } from '../../migrations/migration.ts';

/** Chances of what a watch is for, in percent by name; null until its bulletin of probabilities was read. */
export const watchProbabilities: Migration = {
  name: '021-watch-probabilities',
  sql: 'alter table watches add column probabilities jsonb;',
};
