import type { Migration } from '../../migrations/migration.ts';

/** Which process runs the feeds of a source, so that several processes ask a provider as often as one does. */
export const sourceLeases: Migration = {
  name: '066-source-leases',
  sql: `
create table source_leases (
  simulated    boolean     not null,
  source       text        not null,
  -- The process that runs its feeds, until it hands them over or its lease has expired.
  owner        text        not null,
  leased_until timestamptz not null,
  -- By feed: the time of the next run and for how long it was to wait ({"at", "waitMs"}); null during a run.
  due          jsonb       not null,
  -- A process with fewer sources, which gets this one after a run.
  wanted_by    text,
  primary key (simulated, source)
);
create index on source_leases (simulated, owner);
`,
};
