import type { Migration } from '../../migrations/migration.ts';

/**
 * `expires` becomes the later of the expiry of the message and the end of the hazard; the expiry of the message has a column of
 * its own. Earlier states are changed too. The change is none of the data, so the triggers that copy earlier states do not run.
 */
export const alertMessageExpires: Migration = {
  name: '049-alert-message-expires',
  sql: ['alerts', 'alerts_past']
    .map(
      (table) => `
alter table ${table} add column message_expires timestamptz;
alter table ${table} disable trigger user;
update ${table} set message_expires = expires, expires = greatest(expires, ends);
alter table ${table} enable trigger user;
alter table ${table} alter column message_expires set not null;
`,
    )
    .join(''),
};
