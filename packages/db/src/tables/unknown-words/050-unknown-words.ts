import type { Migration } from '../../migrations/migration.ts';

/** Words of providers that this service does not know, once each. Their rows are stored all the same. */
export const unknownWords: Migration = {
  name: '050-unknown-words',
  sql: `
create table unknown_words (
  simulated  boolean     not null,
  source     text        not null,
  feed       text        not null,
  -- The field that has the word, as the provider names it.
  field      text        not null,
  word       text        not null,
  times      integer     not null,
  first_at   timestamptz not null,
  last_at    timestamptz not null,
  primary key (simulated, feed, field, word)
);
create index unknown_words_by_age on unknown_words (simulated, last_at);
`,
};
