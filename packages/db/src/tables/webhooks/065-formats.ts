import type { Migration } from '../../migrations/migration.ts';

/** What the messages of a webhook are: JSON for programs, or notes in the form of a channel. */
export const formats: Migration = {
  name: '065-formats',
  sql: `alter table webhooks add column format text not null default 'json';`,
};
