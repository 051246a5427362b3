import type { Migration } from '../../migrations/migration.ts';

/** Discussions about rain, of another centre, have numbers of their own. */
export const discussionKinds: Migration = {
  name: '038-discussion-kinds',
  sql: `
alter table discussions add column kind text not null default 'convective' check (kind in ('convective', 'precipitation'));
alter table discussions_past add column kind text not null default 'convective';
alter table discussions drop constraint discussions_simulated_year_number_key;
alter table discussions add unique (simulated, kind, year, number);
`,
};
