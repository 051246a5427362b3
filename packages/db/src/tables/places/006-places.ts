import type { Migration } from '../../migrations/migration.ts';

/**
 * Names of places are facts of both worlds. `place_terms` has a row for every word of a name with all that follows it, so
 * that "city" finds Oklahoma City; terms are compared by their bytes, so that an index serves beginnings of them.
 */
export const places: Migration = {
  name: '006-places',
  sql: `
create table places (
  id          text    primary key,
  kind        text    not null check (kind in ('city', 'postcode')),
  name        text    not null,
  -- Of a postcode: the place that it belongs to.
  town        text,
  state       text    not null,
  country     text    not null,
  population  integer not null,
  location    geometry(Point, 4326) not null
);
create index places_around on places using gist (geography(location)) where kind = 'city';

create table place_terms (
  term      text    collate "C" not null,
  -- Whether the term is the whole name.
  whole     boolean not null,
  place_id  text    not null references places on delete cascade,
  primary key (term, place_id)
);
create index place_terms_of on place_terms (place_id);

-- Which edition of what comes with the program, or of what was imported, is in the tables.
create table editions (
  name       text primary key,
  edition    text not null,
  loaded_at  timestamptz not null
);
`,
};
