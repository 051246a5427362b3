import type { Migration } from '../../migrations/migration.ts';

/** A granule is taken whole or not at all; it leaves with its flashes. */
export const lightning: Migration = {
  name: '008-lightning',
  sql: `
create table lightning_granules (
  id         bigint generated always as identity primary key,
  simulated  boolean     not null,
  name       text        not null,
  starts_at  timestamptz not null,
  unique (simulated, name)
);
create index lightning_granules_oldest on lightning_granules (simulated, starts_at);

create table lightning (
  id          bigint generated always as identity primary key,
  simulated   boolean     not null,
  granule     bigint      not null references lightning_granules on delete cascade,
  -- Its place in the granule: what the provider calls its id is used again after a while.
  number      integer     not null,
  satellite   text        not null,
  flash_time  timestamptz not null,
  place       geometry(Point, 4326) not null,
  state       text,
  energy_fj   double precision,
  area_km2    double precision,
  unique (granule, number)
);
create index lightning_newest on lightning (simulated, flash_time desc, id desc);
create index lightning_of_state on lightning (simulated, state, flash_time);
create index lightning_place on lightning using gist (place);
`,
};
