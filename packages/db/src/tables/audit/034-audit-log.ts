import type { Migration } from '../../migrations/migration.ts';

/** Acts of administrators. Rows are only added. */
export const auditLog: Migration = {
  name: '034-audit-log',
  sql: `
create table audit_log (
  id         bigint generated always as identity primary key,
  simulated  boolean     not null,
  at         timestamptz not null,
  -- The administrator; null for the command line and the settings.
  actor_id   bigint,
  -- E-mail address of the administrator at that time, or where the act came from.
  actor      text        not null,
  act        text        not null check (act in ('create_admin', 'promote', 'demote', 'disable', 'enable')),
  user_id    bigint      not null,
  -- E-mail address of the user at that time.
  subject    text        not null
);
create index audit_log_newest on audit_log (simulated, id desc);
`,
};
