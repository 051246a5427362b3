import type { Migration } from '../../migrations/migration.ts';

/** The last fetched forecasts of requested cells, and points outside all grids. */
export const forecasts: Migration = {
  name: '015-forecasts',
  sql: `
create table forecast_cells (
  id          bigint generated always as identity primary key,
  simulated   boolean     not null,
  office      text        not null,
  grid_x      integer     not null,
  grid_y      integer     not null,
  timezone    text        not null,
  issued      timestamptz not null,
  fetched_at  timestamptz not null,
  good_until  timestamptz not null,
  periods     jsonb       not null,
  shape       geometry(Geometry, 4326) not null,
  unique (simulated, office, grid_x, grid_y)
);
create index forecast_cells_shape on forecast_cells using gist (shape);
create index forecast_cells_by_age on forecast_cells (simulated, fetched_at);

create table forecast_gaps (
  simulated  boolean          not null,
  lat        double precision not null,
  lon        double precision not null,
  known_at   timestamptz      not null,
  primary key (simulated, lat, lon)
);
create index forecast_gaps_by_age on forecast_gaps (simulated, known_at);
`,
};
