import type { Migration } from '../../migrations/migration.ts';

/**
 * The version of the data set in which a zone came or changed its shape. The shape of a zone can come later than an alert
 * for it: readers of alerts without a polygon look at such zones again.
 */
export const zoneVersions: Migration = {
  name: '037-zone-versions',
  sql: `
alter table zones add column version bigint not null default 0;
create index zones_changes on zones (version);
`,
};
