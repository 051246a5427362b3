import type { Migration } from '../../migrations/migration.ts';

/** What the answers are made of, and when each of it changed: a kept answer is good for as long as its numbers stand. */
export const dataSets: Migration = {
  name: '004-data-sets',
  sql: `
create table data_sets (
  simulated   boolean     not null,
  name        text        not null,
  version     bigint      not null,
  changed_at  timestamptz not null,
  -- Time of the newest data, as the provider tells it.
  data_at     timestamptz,
  primary key (simulated, name)
);
`,
};
