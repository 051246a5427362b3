import type { Migration } from '../../migrations/migration.ts';

/** What was asked of the hosts of providers, and what they sent, by the hour. */
export const traffic: Migration = {
  name: '063-traffic',
  sql: `
create table traffic (
  simulated  boolean     not null,
  source     text        not null,
  host       text        not null,
  hour       timestamptz not null,
  requests   bigint      not null,
  bytes      bigint      not null,
  -- Time of the last answer.
  last_at    timestamptz not null,
  -- By how much the clock of the host was ahead of ours at that answer; null if it did not say.
  ahead_ms   bigint,
  primary key (simulated, source, host, hour)
);
`,
};
