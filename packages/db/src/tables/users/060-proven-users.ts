import type { Migration } from '../../migrations/migration.ts';

/**
 * Who has shown to read the mail of an account, and until when an account waits for that. Accounts of before keep what they
 * have: a confirmed one counts as proven, and the others have a month from now.
 */
export const provenUsers: Migration = {
  name: '060-proven-users',
  sql: `
alter table users
  -- SHA-256 of the mailbox of the address, see mailboxDigest; null for accounts of before.
  add column mailbox bytea,
  -- Whether whoever has the password reads the mail of the address, too: an address can be verified by somebody else.
  add column proven boolean not null default false,
  -- Client and network of the sign-up, until the address is verified.
  add column signup_client text,
  add column signup_network text,
  -- An account whose address is not verified until then is removed; null: it stays.
  add column confirm_by timestamptz;
update users set proven = true where email_verified;
update users set confirm_by = now() + interval '30 days' where not email_verified and role = 'user';

-- Whose portion of what is shared an account takes. A person has one of their own once the address of the account is
-- verified, whatever forms of it the person has signed up with. Until then an account costs nothing, so all such accounts of a
-- network have one together. Accounts of before mailboxes and networks were stored have their own.
create or replace function turn_of(account users) returns text language sql immutable as $$
  select case when account.email_verified or account.signup_network is null
    then coalesce('mailbox ' || encode(account.mailbox, 'hex'), 'account ' || account.id)
    else 'unconfirmed ' || account.signup_network end
$$;

create index users_unconfirmed on users (simulated, confirm_by) where confirm_by is not null;
`,
};
