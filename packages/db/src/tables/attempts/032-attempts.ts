import type { Migration } from '../../migrations/migration.ts';

/** Attempts that are limited over longer times than requests: logins, sign-ups, requests for mail. */
export const attempts: Migration = {
  name: '032-attempts',
  sql: `
create table attempts (
  id         bigint generated always as identity primary key,
  simulated  boolean     not null,
  -- SHA-256 of what is attempted and by whom: no addresses are stored.
  subject    bytea       not null,
  at         timestamptz not null
);
create index attempts_recent on attempts (simulated, subject, at);
create index attempts_old on attempts (simulated, at);
`,
};
