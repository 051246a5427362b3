import type { Migration } from '../../migrations/migration.ts';

/** One row a station and hour; parts of a sounding that come later make it longer. */
export const soundings: Migration = {
  name: '014-soundings',
  sql: `
create table soundings (
  id                  bigint generated always as identity primary key,
  simulated           boolean     not null,
  station             text        not null,
  state               text,
  at                  timestamptz not null,
  -- Whether the station has sent no later one.
  newest              boolean     not null,
  source              text        not null,
  -- Of all that is said: equal for equal content.
  digest              text        not null,
  levels              integer     not null,
  profile             jsonb       not null,
  cape_jkg            double precision,
  cin_jkg             double precision,
  lifted_index_k      double precision,
  pwat_mm             double precision,
  srh_0_1km           double precision,
  srh_0_3km           double precision,
  shear_0_6km_mps     double precision,
  stp                 double precision,
  scp                 double precision,
  lcl_m               double precision,
  el_m                double precision,
  point               geometry(Point, 4326) not null,
  unique (simulated, station, at)
);
create index soundings_newest on soundings (simulated, id) where newest;
create index soundings_by_time on soundings (simulated, at);
create index soundings_of_state on soundings (simulated, state, id);
create index soundings_point on soundings using gist (point);
create index soundings_around on soundings using gist (geography(point));
`,
};
