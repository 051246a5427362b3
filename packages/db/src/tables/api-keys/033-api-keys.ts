import type { Migration } from '../../migrations/migration.ts';

/** API keys of users. Only a digest of a key is stored, and the prefix that lists show. */
export const apiKeys: Migration = {
  name: '033-api-keys',
  sql: `
create table api_keys (
  id            bigint generated always as identity primary key,
  simulated     boolean     not null,
  user_id       bigint      not null references users on delete cascade,
  name          text        not null,
  prefix        text        not null,
  -- SHA-256 of the key.
  digest        bytea       not null unique,
  created_at    timestamptz not null,
  last_used_at  timestamptz,
  -- Null: active.
  revoked_at    timestamptz
);
create index api_keys_of_user on api_keys (user_id);
create index api_keys_revoked on api_keys (simulated, revoked_at) where revoked_at is not null;
`,
};
