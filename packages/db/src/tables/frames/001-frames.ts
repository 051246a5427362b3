import type { Migration } from '../../migrations/migration.ts';

/** PostGIS, and the frames that are visible. */
export const frames: Migration = {
  name: '001-frames',
  sql: `
create extension if not exists postgis;

create table frames (
  id            bigint generated always as identity primary key,
  simulated     boolean     not null,
  family        text        not null,
  product       text        not null,
  run_at        timestamptz,
  valid_at      timestamptz not null,
  published_at  timestamptz not null,
  tiles_key     text,
  tiles_bytes   bigint      not null check (tiles_bytes >= 0),
  values_key    text        not null,
  values_bytes  bigint      not null check (values_bytes >= 0),
  unique nulls not distinct (simulated, family, product, valid_at, run_at)
);
create index frames_tiles_key on frames (tiles_key);
create index frames_values_key on frames (values_key);
`,
};
