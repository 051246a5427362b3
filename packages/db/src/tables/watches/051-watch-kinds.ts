import type { Migration } from '../../migrations/migration.ts';

/** A watch of a kind that is not known is a watch all the same. */
export const watchKinds: Migration = {
  name: '051-watch-kinds',
  sql: `
alter table watches alter column type drop not null;
alter table watches_past alter column type drop not null;
`,
};
