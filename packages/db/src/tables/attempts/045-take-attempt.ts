import type { Migration } from '../../migrations/migration.ts';

/**
 * Counts an attempt in one statement. The lock of a subject is then held by the server alone and never while a process waits
 * for a processor, so many attempts of one subject at the same time are counted soon. They wait as long as a statement may
 * take, not only as long as other statements wait for a lock.
 */
export const takeAttempt: Migration = {
  name: '045-take-attempt',
  sql: `
-- The attempt that has to leave the window before the next one is allowed; null if this one is allowed.
create function take_attempt(world boolean, who bytea, lock_key integer, since timestamptz, now_at timestamptz, most integer)
returns timestamptz language plpgsql set lock_timeout = 0 as $$
declare
  earlier timestamptz;
begin
  perform pg_advisory_xact_lock(lock_key);
  select at into earlier from attempts
  where simulated = world and subject = who and at > since
  order by at desc offset most - 1 limit 1;
  if earlier is null then
    insert into attempts (simulated, subject, at) values (world, who, now_at);
  end if;
  return earlier;
end
$$;
`,
};
