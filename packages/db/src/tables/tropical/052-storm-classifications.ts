import type { Migration } from '../../migrations/migration.ts';

/** A cyclone without a classification is a cyclone all the same. */
export const stormClassifications: Migration = {
  name: '052-storm-classifications',
  sql: `
alter table tropical_storms alter column classification drop not null;
alter table tropical_storms_past alter column classification drop not null;
`,
};
