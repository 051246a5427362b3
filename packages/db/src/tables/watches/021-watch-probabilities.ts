import type { Migration } from '../../migrations/migration.ts';

/** Probabilities of a watch in percent; null until its bulletin is read. */
export const watchProbabilities: Migration = {
  name: '021-watch-probabilities',
  sql: 'alter table watches add column probabilities jsonb;',
};
