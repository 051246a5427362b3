import type { Migration } from '../../migrations/migration.ts';

/** Counties, airports and radars are found by name, too. */
export const placeKinds: Migration = {
  name: '054-place-kinds',
  sql: `
alter table places drop constraint places_kind_check;
alter table places add constraint places_kind_check
  check (kind in ('city', 'postcode', 'county', 'airport', 'radar'));
`,
};
