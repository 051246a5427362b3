import type { Migration } from '../../migrations/migration.ts';

/** Facts of both worlds, from files that an operator imports. */
export const facilities: Migration = {
  name: '020-facilities',
  sql: `
create table facilities (
  id        bigint generated always as identity primary key,
  -- Whose list it stands in, and under which name there.
  source    text    not null,
  kind      text    not null,
  key       text    not null,
  -- Of all that is said: equal for equal content.
  digest    text    not null,
  name      text    not null,
  address   text,
  city      text,
  state     text,
  fips      text,
  capacity  integer,
  point     geometry(Point, 4326) not null,
  unique (source, kind, key)
);
create index facilities_point on facilities using gist (point);
`,
};
