import type { Migration } from '../../migrations/migration.ts';

/** Not only bulletins stand in for the service of a provider: other services do, too. */
export const secondSources: Migration = {
  name: '042-second-sources',
  sql: 'alter table source_states rename column bulletins_at to second_at;',
};
