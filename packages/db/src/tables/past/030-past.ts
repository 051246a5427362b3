import type { Migration } from '../../migrations/migration.ts';

/** The first tables whose earlier states are kept, each in a table `<name>_past`. */
export const firstWithPast = [
  'alerts',
  'watches',
  'discussions',
  'outlook_areas',
  'reports',
  'damage_tracks',
  'soundings',
  'observations',
] as const;

/**
 * What was known at a moment. `known_at` is the time since which a row has its present state; triggers copy the state that a
 * change of the data set replaces. Rows that are removed for their age leave no copy. The past of a data set is known from
 * `past_since` on; for data sets that exist already, that is their last change. A granule of lightning is stored once and
 * never changes.
 */
export const past: Migration = {
  name: '030-past',
  sql: `
-- The service's clock, which the transaction that changes a data set sets; otherwise the server's.
create function severe_now() returns timestamptz language sql stable as $$
  select coalesce(cast(nullif(current_setting('severe.now', true), '') as timestamptz), now())
$$;

create function keep_past() returns trigger language plpgsql as $$
begin
  if old.known_at < severe_now() then
    execute format('insert into %I select severe_now(), ($1).*', tg_table_name || '_past') using old;
  end if;
  if tg_op = 'DELETE' then return old; end if;
  new.known_at := severe_now();
  return new;
end
$$;
${[...firstWithPast, 'lightning_granules'].map(addKnownAt).join('')}
${firstWithPast.map(addPast).join('')}
create index observations_past_station on observations_past (station_id, at);

alter table data_sets add column past_since timestamptz;
update data_sets set past_since = changed_at;
alter table data_sets alter column past_since set not null;
`,
};

/** SQL: the time since which a row has its present state. */
export function addKnownAt(table: string): string {
  return `
alter table ${table} add column known_at timestamptz not null default '-infinity';
alter table ${table} alter column known_at set default severe_now();
`;
}

/** SQL: the table of earlier states of a table that has `known_at`, and the triggers that fill it. */
export function addPast(table: string): string {
  return `
create table ${table}_past (known_until timestamptz not null, like ${table});
create index ${table}_past_until on ${table}_past (simulated, known_until);
create trigger keep_changed before update on ${table} for each row
  when (old.* is distinct from new.*) execute function keep_past();
create trigger keep_withdrawn before delete on ${table} for each row
  when (nullif(current_setting('severe.now', true), '') is not null) execute function keep_past();
`;
}
