import type { Migration } from '../../migrations/migration.ts';

/** Items of providers that a feed could not read, once each. Files that could not be rendered are in frame_jobs. */
export const deadLetters: Migration = {
  name: '040-dead-letters',
  sql: `
create table dead_letters (
  simulated  boolean     not null,
  source     text        not null,
  feed       text        not null,
  -- Identifies the item at its provider.
  what       text        not null,
  why        text        not null,
  times      integer     not null,
  first_at   timestamptz not null,
  last_at    timestamptz not null,
  primary key (simulated, feed, what)
);
create index dead_letters_by_age on dead_letters (simulated, last_at);
`,
};
