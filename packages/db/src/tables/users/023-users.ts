import type { Migration } from '../../migrations/migration.ts';

/** Accounts of people. Rows that belong to a user refer to it and are removed with it. */
export const users: Migration = {
  name: '023-users',
  sql: `
create table users (
  id             bigint generated always as identity primary key,
  simulated      boolean     not null,
  -- Trimmed and in lower case.
  email          text        not null,
  name           text,
  -- argon2id in the PHC string format.
  password_hash  text        not null,
  role           text        not null default 'user' check (role in ('user', 'admin')),
  is_active      boolean     not null default true,
  email_verified boolean     not null default false,
  created_at     timestamptz not null,
  last_login_at  timestamptz,
  unique (simulated, email)
);
create index users_created on users (simulated, created_at);
`,
};
