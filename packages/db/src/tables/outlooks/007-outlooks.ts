import type { Migration } from '../../migrations/migration.ts';

/**
 * Areas of outlooks, by the file that they come in: a file is replaced in place, and what it said before stays, no longer
 * current.
 */
export const outlooks: Migration = {
  name: '007-outlooks',
  sql: `
create table outlook_areas (
  id           bigint generated always as identity primary key,
  simulated    boolean     not null,
  subject      text        not null check (subject in ('outlooks', 'eros')),
  file         text        not null,
  current      boolean     not null,
  -- Of all that is said of the area: equal for equal content.
  digest       text        not null,
  day          smallint    not null,
  type         text        not null,
  risk         text        not null,
  risk_rank    smallint,
  probability  double precision,
  significant  boolean     not null,
  issued       timestamptz,
  valid_from   timestamptz not null,
  valid_to     timestamptz not null,
  colour       text,
  fill         text,
  shape        geometry(Geometry, 4326) not null
);
create unique index outlook_areas_current on outlook_areas (simulated, subject, file, digest) where current;
create index outlook_areas_of_day on outlook_areas (simulated, subject, day, type, valid_to);
create index outlook_areas_shape on outlook_areas using gist (shape);
create index outlook_areas_around on outlook_areas using gist (geography(shape));
`,
};
