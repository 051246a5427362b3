import type { Migration } from '../../migrations/migration.ts';

/**
 * Fair turns of mail: many mails to one account do not delay those to others. The key is that of the account that the recipient has, or
 * the address itself.
 */
export const mailTurns: Migration = {
  name: '059-mail-turns',
  sql: `
alter table mails
  add column turn text,
  -- Mails of a higher one go first: severities of alerts, and above them what somebody waits for at a page.
  add column rank smallint not null default 5;

create function turn_of_mailbox(address text, of_simulated boolean) returns text language sql stable as $$
  select coalesce(
    (select turn_of(u) from users u where u.email = address and u.simulated = of_simulated), 'mailbox ' || address)
$$;
update mails set turn = turn_of_mailbox(recipient, simulated) where state = 'waiting';

create function set_mail_turn() returns trigger language plpgsql as $$
begin
  new.turn := turn_of_mailbox(new.recipient, new.simulated);
  return new;
end
$$;
create trigger mail_turn before insert on mails for each row execute function set_mail_turn();
create index mails_of_turn on mails (simulated, turn, rank desc, free_at, id) where state = 'waiting';
`,
};
