import type { Migration } from '../../migrations/migration.ts';

/** What became of frames, for processes that know the frames of some minutes ago. Triggers note what older releases do, too. */
export const frameChanges: Migration = {
  name: '067-frame-changes',
  sql: `
create table frame_changes (
  id          bigint      generated always as identity primary key,
  simulated   boolean     not null,
  -- Numbers of rows become visible out of order; the transaction tells which ones a reader may have missed.
  made_by     xid8        not null default pg_current_xact_id(),
  made_at     timestamptz not null default now(),
  frame       bigint      not null,
  is_removed  boolean     not null,
  family      text        not null,
  product     text        not null,
  run_at      timestamptz,
  valid_at    timestamptz not null
);
create index on frame_changes (simulated, made_by);
create index on frame_changes (made_at);

create function note_frame_change() returns trigger language plpgsql as $$
declare
  changed frames := coalesce(new, old);
begin
  insert into frame_changes (simulated, frame, is_removed, family, product, run_at, valid_at)
  values (changed.simulated, changed.id, tg_op = 'DELETE', changed.family, changed.product, changed.run_at, changed.valid_at);
  return null;
end $$;
create trigger note_change after insert or delete on frames for each row execute function note_frame_change();
`,
};
