import type { Migration } from '../../migrations/migration.ts';

/** A mesoscale discussion is its number in its year; what one source does not say another may. */
export const discussions: Migration = {
  name: '011-discussions',
  sql: `
create table discussions (
  id                bigint generated always as identity primary key,
  simulated         boolean     not null,
  year              smallint    not null,
  number            integer     not null,
  issued            timestamptz not null,
  expires           timestamptz not null,
  watch_confidence  double precision,
  concerning        text,
  wfos              text[]      not null,
  threats           jsonb,
  text              text,
  url               text        not null,
  shape             geometry(Geometry, 4326),
  unique (simulated, year, number)
);
create index discussions_active on discussions (simulated, expires);
create index discussions_newest on discussions (simulated, issued desc, id desc);
create index discussions_shape on discussions using gist (shape);
create index discussions_around on discussions using gist (geography(shape));
`,
};
