import type { Migration } from '../../migrations/migration.ts';

/** Earlier states of an alert: a message that comes late is about the zones that the alert had then. */
export const alertsPastById: Migration = {
  name: '057-alerts-past-by-id',
  sql: `create index alerts_past_by_id on alerts_past (id);`,
};
