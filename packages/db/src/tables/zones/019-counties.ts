import type { Migration } from '../../migrations/migration.ts';

/** Counties are queried by state. */
export const counties: Migration = {
  name: '019-counties',
  sql: `
create index zones_of_state on zones (state, kind);
`,
};
