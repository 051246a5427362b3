import type { Migration } from '../../migrations/migration.ts';

/**
 * Cyclones by number; their outlines in a table of their own, because another provider sends them at other times. Outlooks
 * by basin, with the disturbances of the text and of the map.
 */
export const tropical: Migration = {
  name: '016-tropical',
  sql: `
create table tropical_storms (
  simulated         boolean     not null,
  storm             text        not null,
  basin             text        not null,
  name              text        not null,
  classification    text        not null,
  advisory          text,
  issued            timestamptz not null,
  max_wind_kt       double precision,
  gust_kt           double precision,
  pressure_hpa      double precision,
  movement_dir_deg  double precision,
  movement_kt       double precision,
  category          smallint,
  url               text,
  point             geometry(Point, 4326) not null,
  primary key (simulated, storm)
);
create table tropical_outlines (
  simulated  boolean not null,
  storm      text    not null,
  kind       text    not null check (kind in ('cone', 'track')),
  advisory   text,
  issued     timestamptz,
  shape      geometry(Geometry, 4326) not null,
  primary key (simulated, storm, kind)
);
create table tropical_outlooks (
  simulated  boolean not null,
  basin      text    not null,
  -- Null while the provider issues none.
  issued     timestamptz,
  headline   text    not null,
  primary key (simulated, basin)
);
create table tropical_areas (
  simulated         boolean not null,
  part              text    not null check (part in ('told', 'drawn')),
  basin             text    not null,
  area              smallint not null,
  -- Of all that is said: equal for equal content.
  digest            text    not null,
  probability_2day  smallint,
  probability_7day  smallint,
  risk_2day         text,
  risk_7day         text,
  text              text,
  issued            timestamptz,
  shape             geometry(Geometry, 4326),
  primary key (simulated, part, basin, area)
);
`,
};
