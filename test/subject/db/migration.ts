import type { Migration } from '../../../packages/db/src/migrations/migration.ts';

/** Ice jams, one row for each report of the provider. */
export const iceJams: Migration = {
  name: '999-ice-jams',
  sql: `
create table ice_jams (
  id         bigint generated always as identity primary key,
  simulated  boolean     not null,
  key        text        not null,
  river      text        not null,
  stage_m    double precision,
  at         timestamptz not null,
  point      geometry(Point, 4326) not null,
  unique (simulated, key)
);
create index ice_jams_newest on ice_jams (simulated, at desc, id desc);
create index ice_jams_point on ice_jams using gist (point);
create index ice_jams_around on ice_jams using gist (geography(point));
`,
};
