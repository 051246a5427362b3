import type { Migration } from '../../migrations/migration.ts';

/** Health of sources: every run of the last day, and one row for each source with its state. */
export const sourceRuns: Migration = {
  name: '003-source-runs',
  sql: `
create table source_runs (
  id           bigint generated always as identity primary key,
  simulated    boolean     not null,
  source       text        not null,
  started_at   timestamptz not null,
  duration_ms  integer     not null,
  ok           boolean     not null
);
create index source_runs_recent on source_runs (simulated, source, started_at);

create table source_states (
  simulated             boolean not null,
  source                text    not null,
  last_attempt_at       timestamptz,
  last_success_at       timestamptz,
  last_error            text,
  last_error_at         timestamptz,
  consecutive_failures  integer not null default 0,
  last_duration_ms      integer,
  data_at               timestamptz,
  next_run_at           timestamptz,
  primary key (simulated, source)
);
`,
};
