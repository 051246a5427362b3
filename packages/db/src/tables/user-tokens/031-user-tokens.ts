import type { Migration } from '../../migrations/migration.ts';

/** Tokens in links of mails: one of each purpose per user, the newest. Only a digest is stored. */
export const userTokens: Migration = {
  name: '031-user-tokens',
  sql: `
create table user_tokens (
  id          bigint generated always as identity primary key,
  simulated   boolean     not null,
  user_id     bigint      not null references users on delete cascade,
  purpose     text        not null check (purpose in ('verify_email', 'reset_password')),
  -- Address that the token was sent to; it is void for any other.
  email       text        not null,
  -- SHA-256 of the token.
  digest      bytea       not null unique,
  expires_at  timestamptz not null,
  unique (user_id, purpose)
);
create index user_tokens_expired on user_tokens (simulated, expires_at);
`,
};
