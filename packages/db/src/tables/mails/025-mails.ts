import type { Migration } from '../../migrations/migration.ts';

/**
 * Outgoing mail. A row is written in the transaction that causes the mail; workers send it and then remove its content.
 * A link with a token has the placeholder `{token}`: the token is made when the mail is sent, so it is stored nowhere.
 */
export const mails: Migration = {
  name: '025-mails',
  sql: `
create table mails (
  id            bigint generated always as identity primary key,
  simulated     boolean     not null,
  recipient     text        not null,
  subject       text        not null,
  -- Null once the mail has ended.
  text          text,
  html          text,
  -- Additional headers by name.
  headers       jsonb       not null default '{}',
  -- Purpose of the token in the links, for the user with the recipient's address; null without a token.
  token_purpose text        check (token_purpose in ('verify_email', 'reset_password')),
  state         text        not null default 'waiting' check (state in ('waiting', 'sent', 'refused', 'expired', 'obsolete')),
  attempts      integer     not null default 0,
  created_at    timestamptz not null,
  -- Not to be sent before: the end of a lease, or the time of the next attempt.
  free_at       timestamptz not null,
  -- Last error, one line.
  reason        text,
  ended_at      timestamptz
);
create index mails_due on mails (simulated, free_at) where state = 'waiting';
create index mails_ended on mails (simulated, ended_at) where ended_at is not null;
`,
};
