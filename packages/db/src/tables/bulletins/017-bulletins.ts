import type { Migration } from '../../migrations/migration.ts';

/** Text products of offices, unchanged. Queries ask for the newest by office and product. */
export const bulletins: Migration = {
  name: '017-bulletins',
  sql: `
create table bulletins (
  simulated  boolean     not null,
  -- Of the provider.
  id         text        not null,
  product    text        not null,
  office     text        not null,
  wmo        text        not null,
  amendment  text,
  issued     timestamptz not null,
  text       text        not null,
  primary key (simulated, id)
);
create index bulletins_newest on bulletins (simulated, product, office, issued desc);
create index bulletins_by_age on bulletins (simulated, issued);
`,
};
