import type { Migration } from '../../migrations/migration.ts';

/**
 * Whether a user may have one more of something. Other requests of the user wait until the statement with this call has ended;
 * without the lock, they would count what the user has before this one adds to it. The lock is held by the server alone and
 * never while a process waits for a processor, and others wait for it as long as a statement may take.
 */
export const hasRoom: Migration = {
  name: '046-has-room',
  sql: `
create function has_room(owner bigint, kind text, most integer)
returns boolean language plpgsql set lock_timeout = 0 as $$
declare
  taken bigint;
begin
  perform from users where id = owner for no key update;
  if kind = 'api_keys' then
    select count(*) into strict taken from api_keys where user_id = owner and revoked_at is null;
  elsif kind = 'saved_locations' then
    select count(*) into strict taken from saved_locations where user_id = owner;
  elsif kind = 'webhooks' then
    select count(*) into strict taken from webhooks where user_id = owner;
  else
    raise exception 'has_room: unknown kind %', kind;
  end if;
  return taken < most;
end
$$;
`,
};
