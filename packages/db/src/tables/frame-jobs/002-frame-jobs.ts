import type { Migration } from '../../migrations/migration.ts';

/** Files that should become frames. */
export const frameJobs: Migration = {
  name: '002-frame-jobs',
  sql: `
create table frame_jobs (
  id          bigint generated always as identity primary key,
  simulated   boolean     not null,
  family      text        not null,
  product     text        not null,
  run_at      timestamptz,
  valid_at    timestamptz not null,
  raw_key     text        not null,
  state       text        not null default 'waiting'
              check (state in ('waiting', 'running', 'done', 'skipped', 'refused', 'dead')),
  attempts    integer     not null default 0,
  -- Not to be taken before: the end of a lease, or the time of the next try. Null: at once.
  free_at     timestamptz,
  reason      text,
  changed_at  timestamptz not null,
  unique nulls not distinct (simulated, family, product, valid_at, run_at)
);
create index frame_jobs_open on frame_jobs (simulated, family) where state in ('waiting', 'running');
create index frame_jobs_raw_key on frame_jobs (raw_key);
`,
};
