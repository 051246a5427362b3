import type { Migration } from '../../migrations/migration.ts';

/**
 * Storm cells tracked on the composite reflectivity. A scan is a frame in which cells were looked for: its row tells "no
 * cells" from "not looked". Cells leave with their scan.
 */
export const stormCells: Migration = {
  name: '026-storm-cells',
  sql: `
create table storm_scans (
  id          bigint generated always as identity primary key,
  simulated   boolean     not null,
  frame_at    timestamptz not null,
  tracked_at  timestamptz not null,
  -- What the tracker continues from in the next frame.
  state       jsonb       not null,
  unique (simulated, frame_at)
);

create table storm_cells (
  id             bigint generated always as identity primary key,
  simulated      boolean     not null,
  scan           bigint      not null references storm_scans on delete cascade,
  frame_at       timestamptz not null,
  -- The track: the same text in every scan of the same storm.
  cell           text        not null,
  first_seen_at  timestamptz not null,
  place          geometry(Point, 4326)   not null,
  shape          geometry(Polygon, 4326) not null,
  area_km2       double precision not null,
  -- Null until the motion is known.
  toward_deg     double precision,
  speed_mps      double precision,
  spread_deg     double precision,
  spread_mps     double precision,
  max_dbz        double precision not null,
  -- Null if no frame of the product is near the scan.
  mesh_mm        double precision,
  vil_kgm2       double precision,
  echo_top_km    double precision,
  rotation       double precision,
  -- Null if the lightning data end before the scan.
  flashes_5min   integer,
  flash_rate     double precision,
  flash_jump     double precision,
  -- Cities ahead, nearest in time first.
  places         jsonb       not null,
  unique (scan, cell)
);
create index storm_cells_track on storm_cells (simulated, cell, frame_at);
create index storm_cells_place on storm_cells using gist (place);
create index storm_cells_around on storm_cells using gist (geography(place));
`,
};
