import type { Migration } from '../../migrations/migration.ts';

/** Alerts by the zones that they name, also those with a polygon, which have no rows in `alert_zones`. */
export const alertZoneIndex: Migration = {
  name: '055-alert-zone-index',
  sql: `create index alerts_named_zones on alerts using gin (zones);`,
};
