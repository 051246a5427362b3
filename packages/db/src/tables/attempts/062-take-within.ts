import type { Migration } from '../../migrations/migration.ts';

/** As `take_attempt`, for several windows of one subject at once, such as an hour and a day. */
export const takeWithin: Migration = {
  name: '062-take-within',
  sql: `
-- Milliseconds until the next attempt is allowed by every window; null if this one is allowed.
create function take_within(world boolean, who bytea, lock_key integer, now_at timestamptz, since timestamptz[], most integer[])
returns double precision language plpgsql set lock_timeout = 0 as $$
declare
  earlier timestamptz;
  wait double precision;
begin
  perform pg_advisory_xact_lock(lock_key);
  for i in 1 .. cardinality(since) loop
    select at into earlier from attempts
    where simulated = world and subject = who and at > since[i]
    order by at desc offset most[i] - 1 limit 1;
    wait := greatest(wait, extract(epoch from earlier - since[i]) * 1000);
  end loop;
  if wait is null then
    insert into attempts (simulated, subject, at) values (world, who, now_at);
  end if;
  return wait;
end
$$;
`,
};
