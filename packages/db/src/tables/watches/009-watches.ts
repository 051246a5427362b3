import type { Migration } from '../../migrations/migration.ts';

/** A watch is identified by its year and number; counties and states are filled in later. */
export const watches: Migration = {
  name: '009-watches',
  sql: `
create table watches (
  id           bigint generated always as identity primary key,
  simulated    boolean     not null,
  year         smallint    not null,
  number       integer     not null,
  type         text        not null check (type in ('TOR', 'SVR')),
  status       text        not null check (status in ('active', 'expired', 'ended')),
  pds          boolean,
  max_hail_in  double precision,
  max_wind_kt  double precision,
  issued       timestamptz not null,
  expires      timestamptz not null,
  states       text[]      not null default '{}',
  counties     text[]      not null default '{}',
  url          text,
  shape        geometry(Geometry, 4326),
  unique (simulated, year, number)
);
create index watches_active on watches (simulated, expires) where status = 'active';
create index watches_newest on watches (simulated, issued desc, id desc);
create index watches_shape on watches using gist (shape);
create index watches_around on watches using gist (geography(shape));
`,
};
