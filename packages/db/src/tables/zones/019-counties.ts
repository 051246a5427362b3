import type { Migration } from '../../migrations/migration.ts';

/** Counties are asked for by state and name. */
export const counties: Migration = {
  name: '019-counties',
  sql: `
create index zones_of_state on zones (state, kind);
`,
};
