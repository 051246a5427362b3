import type { Migration } from '../../migrations/migration.ts';

/** Mailboxes that were written to: which link ends the mails to one, and whether it was opened. */
export const mailboxes: Migration = {
  name: '061-mailboxes',
  sql: `
create table mailboxes (
  id           bigint generated always as identity primary key,
  simulated    boolean     not null,
  -- SHA-256 of the mailbox, see mailboxDigest: no addresses are stored.
  digest       bytea       not null,
  -- Part of the link that ends its mails; it permits nothing else.
  stop_key     text        not null unique,
  stopped_at   timestamptz,
  last_mail_at timestamptz not null,
  unique (simulated, digest)
);
create index mailboxes_unused on mailboxes (simulated, last_mail_at) where stopped_at is null;

-- What a mail counts as in the limits of its mailbox: a link that anybody can ask for, a link with which an owner sets a
-- password, an alert, or a note about a limit.
alter table mails add column mailbox bytea,
  add column counted_as text check (counted_as in ('link', 'reset', 'alert', 'note'));
create index mails_of_mailbox on mails (simulated, mailbox, counted_as, created_at) where mailbox is not null;

-- Opens a mailbox for a mail. Other mails to it wait until the transaction has ended, so that all are counted.
-- always_after: a mail is allowed whatever the windows say if there was none of its kind since then.
-- wait: milliseconds until one more mail of this kind is allowed; null if it is.
create function open_mailbox(world boolean, box bytea, kind text, new_key text, now_at timestamptz, since timestamptz[], most integer[],
  always_after timestamptz)
returns table (key text, stopped boolean, wait double precision) language plpgsql set lock_timeout = 0 as $$
declare
  earlier timestamptz;
begin
  insert into mailboxes as m (simulated, digest, stop_key, last_mail_at) values (world, box, new_key, now_at)
  on conflict (simulated, digest) do update set last_mail_at = greatest(m.last_mail_at, excluded.last_mail_at)
  returning m.stop_key, m.stopped_at is not null into key, stopped;
  for i in 1 .. cardinality(since) loop
    select created_at into earlier from mails
    where simulated = world and mailbox = box and counted_as = kind and created_at > since[i]
    order by created_at desc offset most[i] - 1 limit 1;
    wait := greatest(wait, extract(epoch from earlier - since[i]) * 1000);
  end loop;
  if wait is not null and always_after is not null then
    select max(created_at) into earlier from mails
    where simulated = world and mailbox = box and counted_as = kind and created_at > always_after;
    wait := case when earlier is not null then least(wait, extract(epoch from earlier - always_after) * 1000) end;
  end if;
  return next;
end
$$;
`,
};
