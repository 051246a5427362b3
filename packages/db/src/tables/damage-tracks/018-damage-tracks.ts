import type { Migration } from '../../migrations/migration.ts';

/** One row a surveyed path, by its number in the damage assessment toolkit; surveys are corrected for weeks. */
export const damageTracks: Migration = {
  name: '018-damage-tracks',
  sql: `
create table damage_tracks (
  id            bigint generated always as identity primary key,
  simulated     boolean     not null,
  source_id     bigint      not null,
  version       integer     not null,
  -- Of all that is said: equal for equal content.
  digest        text        not null,
  at            timestamptz not null,
  -- Where it happened, by the sun: 2013-05-20.
  event_date    text        not null,
  ef            integer,
  ef_label      text        not null,
  length_m      double precision,
  width_m       double precision,
  max_wind_mph  double precision,
  injuries      double precision,
  fatalities    double precision,
  wfo           text,
  state         text,
  comments      text,
  line          geometry(Geometry, 4326) not null,
  unique (simulated, source_id)
);
create index damage_tracks_newest on damage_tracks (simulated, at desc, id desc);
create index damage_tracks_line on damage_tracks using gist (line);
`,
};
