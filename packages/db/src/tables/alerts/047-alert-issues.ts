import type { Migration } from '../../migrations/migration.ts';

/**
 * SQL: the key of an event without its year, null without VTEC. The number of an event counts anew each year. A key ends in
 * `~2` where two events claim it.
 */
export const numberKeySql = (eventKey: string): string =>
  `substring(${eventKey} from '^(.+)[.][0-9]{4}(~[0-9]+){0,1}$')`;

/** When an event was issued, if its first message is known: only that tells the year of its number. */
export const alertIssues: Migration = {
  name: '047-alert-issues',
  sql: `
alter table alerts add column issued_at timestamptz;
alter table alerts_past add column issued_at timestamptz;
create index alerts_number on alerts (simulated, (${numberKeySql('event_key')}));
alter table alerts disable trigger keep_changed;
update alerts t set issued_at = first.sent from alert_versions first
where first.alert_id = t.id and first.version = 1 and first.action = 'NEW';
alter table alerts enable trigger keep_changed;
`,
};
