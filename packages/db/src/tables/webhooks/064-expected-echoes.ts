import type { Migration } from '../../migrations/migration.ts';

/** Webhooks that are told of echoes before these arrive, and their deliveries, which are of no alert. */
export const expectedEchoes: Migration = {
  name: '064-expected-echoes',
  sql: `
alter table webhooks
  add column occasion       text     not null default 'issued' check (occasion in ('issued', 'expected')),
  -- Of 'expected': the echo, and how long before it.
  add column min_dbz        smallint not null default 35,
  add column within_minutes smallint not null default 30,
  -- No further echo is told before: it is the one that was told.
  add column told_until     timestamptz;
create index webhooks_expecting on webhooks (simulated, id) where enabled and occasion = 'expected';

alter table webhook_deliveries
  alter column alert_id drop not null,
  -- The echo that is expected, and until when that is worth telling; null for an alert.
  add column expected jsonb,
  add column expires  timestamptz,
  add check ((alert_id is null) = (expected is not null)),
  add check ((expected is null) = (expires is null));

create or replace function note_deliveries() returns trigger language plpgsql as $$
begin
  update webhooks w set next_rank = noted.rank, next_expires = noted.expires
  from (
    select distinct on (d.webhook_id) d.webhook_id, d.rank, coalesce(a.expires, d.expires) as expires
    from added d left join alerts a on a.id = d.alert_id
    order by d.webhook_id, d.rank desc, coalesce(a.expires, d.expires)
  ) noted
  where w.id = noted.webhook_id
    and (w.next_rank is null or (noted.rank, w.next_expires) > (w.next_rank, noted.expires));
  return null;
end
$$;

create or replace function refresh_webhook(hook bigint, at timestamptz, per_turn integer, per_webhook integer)
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
    select d.rank, coalesce(a.expires, d.expires) from webhook_deliveries d left join alerts a on a.id = d.alert_id
    where d.webhook_id = hook and d.state = 'pending' and coalesce(a.status, 'active') = 'active' and coalesce(a.expires, d.expires) > at
    order by d.rank desc, coalesce(a.expires, d.expires) limit 1)
  where id = hook;
  return is_ready;
end
$$;
`,
};
