import type { Migration } from '../../migrations/migration.ts';

/** Descriptions of stations arrive after their observations: names, states and offices are filled in later. */
export const observations: Migration = {
  name: '012-observations',
  sql: `
create table stations (
  id           bigint generated always as identity primary key,
  simulated    boolean     not null,
  station      text        not null,
  name         text,
  state        text,
  wfo          text,
  elevation_m  real,
  place        geometry(Point, 4326) not null,
  -- When state and office were last looked for among the zones.
  located_at   timestamptz,
  -- When the weather service was asked for its name.
  described_at timestamptz,
  unique (simulated, station)
);
create index stations_of_state on stations (simulated, state);
create index stations_of_office on stations (simulated, wfo);
create index stations_to_locate on stations (simulated, located_at nulls first)
  where located_at is null or state is null or wfo is null;
create index stations_to_describe on stations (simulated, id) where described_at is null;
create index stations_place on stations using gist (place);
create index stations_around on stations using gist (geography(place));

create table observations (
  id              bigint generated always as identity primary key,
  simulated       boolean     not null,
  station_id      bigint      not null references stations,
  source          text        not null check (source in ('nws', 'iem', 'synoptic')),
  at              timestamptz not null,
  temperature_c   real,
  dewpoint_c      real,
  humidity_pct    real,
  wind_speed_kmh  real,
  wind_gust_kmh   real,
  wind_dir_deg    real,
  pressure_hpa    real,
  visibility_km   real,
  precip_1h_mm    real,
  sky             text,
  weather         text,
  -- Read backwards it leads to the newest of a station.
  unique (station_id, at, source)
);
create index observations_newest on observations (simulated, at desc, id desc);
`,
};
