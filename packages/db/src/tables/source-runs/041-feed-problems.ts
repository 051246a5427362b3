import type { Migration } from '../../migrations/migration.ts';

/** Feeds whose last run has failed, with the reason. A source has several feeds, and the success of one hides no other. */
export const feedProblems: Migration = {
  name: '041-feed-problems',
  sql: `
create table feed_problems (
  simulated  boolean     not null,
  source     text        not null,
  feed       text        not null,
  problem    text        not null,
  -- Start of the first of the failed runs, and of the last.
  since      timestamptz not null,
  last_at    timestamptz not null,
  failures   integer     not null,
  primary key (simulated, feed)
);
alter table source_states drop column consecutive_failures;
`,
};
