import type { Migration } from '../../migrations/migration.ts';

/** Sessions of signed-in users. Only a digest of the cookie's value is stored. */
export const sessions: Migration = {
  name: '024-sessions',
  sql: `
create table sessions (
  id          bigint generated always as identity primary key,
  simulated   boolean     not null,
  user_id     bigint      not null references users on delete cascade,
  -- SHA-256 of the value.
  digest      bytea       not null unique,
  created_at  timestamptz not null,
  -- Last extension of its lifetime.
  renewed_at  timestamptz not null,
  expires_at  timestamptz not null
);
create index sessions_of_user on sessions (user_id);
create index sessions_expired on sessions (simulated, expires_at);
`,
};
