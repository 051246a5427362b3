import type { Migration } from '../../migrations/migration.ts';

/** One row for each event, however many reports of it arrive. */
export const reports: Migration = {
  name: '010-reports',
  sql: `
create table reports (
  id           bigint generated always as identity primary key,
  simulated    boolean     not null,
  source       text        not null,
  key          text        not null,
  version      integer     not null,
  -- Of all that is said: equal for equal content.
  digest       text        not null,
  type         text        not null,
  magnitude    double precision,
  units        text,
  qualifier    text,
  at           timestamptz not null,
  received_at  timestamptz,
  place        text,
  county       text,
  state        text,
  wfo          text,
  reported_by  text,
  remarks      text,
  point        geometry(Point, 4326) not null,
  unique (simulated, source, key)
);
create index reports_newest on reports (simulated, at desc, id desc);
create index reports_of_state on reports (simulated, state, at);
create index reports_point on reports using gist (point);
create index reports_around on reports using gist (geography(point));
`,
};
