import type { Migration } from '../../migrations/migration.ts';

/**
 * Fair turns of deliveries. `turn_of` is the key of fairness of an account, in every line that accounts share: accounts of one
 * key share one turn. It is the only place that says so; a trigger keeps the key of a webhook in step with its account.
 */
export const fairTurns: Migration = {
  name: '058-fair-turns',
  sql: `
create function turn_of(account users) returns text language sql immutable as $$
  select 'account ' || account.id
$$;

-- What a turn has had of a line lately, in milliseconds; it fades with a half-life, see turns/share.ts.
create table turns (
  line   text             not null,
  turn   text             not null,
  had_ms double precision not null,
  had_at timestamptz      not null,
  primary key (line, turn)
);
create index turns_old on turns (had_at);

alter table webhooks
  add column turn          text,
  -- Host of the URL, in the spelling of URLs.
  add column host          text     not null default '',
  -- By the moving mean of the time that its receiver takes; the fourth before the first request, when there is no mean.
  add column lane          smallint not null default 3,
  add column mean_ms       real,
  -- Severity and end of the most urgent pending delivery; null if none is pending.
  add column next_rank     smallint,
  add column next_expires  timestamptz,
  -- The highest severity of alerts that are not in the outbox because the budget of the webhook is full, and since when.
  add column deferred_rank smallint,
  add column deferred_at   timestamptz;

update webhooks w set turn = turn_of(u),
  host = coalesce(lower(substring(split_part(w.url, chr(63), 1) from '^https://([^/:#]+)')), ''),
  (next_rank, next_expires) = (
    select d.rank, a.expires from webhook_deliveries d join alerts a on a.id = d.alert_id
    where d.webhook_id = w.id and d.state = 'pending' order by d.rank desc, a.expires limit 1)
from users u where u.id = w.user_id;
alter table webhooks alter column turn set not null;

create index webhooks_due on webhooks (simulated, lane, turn, next_rank desc, next_expires, id)
  where enabled and next_rank is not null;
create index webhooks_deferring on webhooks (simulated, id) where enabled and deferred_rank is not null;
create index webhooks_of_turn on webhooks (turn) where enabled;
drop index webhook_deliveries_pending;
create index webhook_deliveries_pending on webhook_deliveries (webhook_id, rank) where state = 'pending';

create function set_webhook_turn() returns trigger language plpgsql as $$
begin
  select turn_of(u) into new.turn from users u where u.id = new.user_id;
  return new;
end
$$;
create trigger webhook_turn before insert or update of user_id on webhooks
  for each row execute function set_webhook_turn();

create function move_webhooks_to_turn() returns trigger language plpgsql as $$
begin
  update webhooks set turn = turn_of(new) where user_id = new.id and turn <> turn_of(new);
  return null;
end
$$;
create trigger webhooks_of_account after update on users
  for each row when (turn_of(old) is distinct from turn_of(new)) execute function move_webhooks_to_turn();

-- A new delivery that is more urgent than those of its webhook is noted, whoever writes it.
create function note_deliveries() returns trigger language plpgsql as $$
begin
  update webhooks w set next_rank = noted.rank, next_expires = noted.expires
  from (
    select distinct on (d.webhook_id) d.webhook_id, d.rank, a.expires from added d join alerts a on a.id = d.alert_id
    order by d.webhook_id, d.rank desc, a.expires
  ) noted
  where w.id = noted.webhook_id
    and (w.next_rank is null or (noted.rank, w.next_expires) > (w.next_rank, noted.expires));
  return null;
end
$$;
create trigger noted_deliveries after insert on webhook_deliveries referencing new table as added
  for each statement execute function note_deliveries();

-- Deliveries that a webhook may have in the outbox: its part of the budget of its turn.
create function room_of_webhook(hook_turn text, per_turn integer, per_webhook integer) returns bigint language sql stable as $$
  select greatest(per_webhook, per_turn / greatest(count(*), 1)) from webhooks where enabled and turn = hook_turn
$$;

-- Notes the most urgent pending delivery of a webhook, and whether it has room for what was deferred. The row is locked first:
-- one statement would not see the deliveries of a match that commits while it waits for the lock.
create function refresh_webhook(hook bigint, at timestamptz, per_turn integer, per_webhook integer)
returns boolean language plpgsql as $$
declare
  w webhooks;
  waiting bigint;
  is_ready boolean := false;
begin
  select * into w from webhooks where id = hook for update;
  if not found then return false; end if;
  if w.deferred_rank is not null and not w.unmatched then
    select count(*) into strict waiting from webhook_deliveries where webhook_id = hook and state = 'pending';
    is_ready := waiting <= room_of_webhook(w.turn, per_turn, per_webhook) / 2;
  end if;
  update webhooks set unmatched = unmatched or is_ready, (next_rank, next_expires) = (
    select d.rank, a.expires from webhook_deliveries d join alerts a on a.id = d.alert_id
    where d.webhook_id = hook and d.state = 'pending' and a.status = 'active' and a.expires > at
    order by d.rank desc, a.expires limit 1)
  where id = hook;
  return is_ready;
end
$$;
`,
};
