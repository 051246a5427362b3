import type { Migration } from '../../migrations/migration.ts';

/**
 * How far the readers that match alerts have come in the changes of alerts. The row is locked while a reader works, so
 * that each change is matched by one process at a time.
 */
export const alertReaders: Migration = {
  name: '027-alert-readers',
  sql: `
create table alert_readers (
  simulated  boolean not null,
  reader     text    not null,
  -- Everything up to this version, alert and target is matched.
  version    bigint  not null,
  alert_id   bigint  not null,
  target_id  bigint  not null,
  primary key (simulated, reader)
);
`,
};
