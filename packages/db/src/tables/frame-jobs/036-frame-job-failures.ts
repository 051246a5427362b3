import type { Migration } from '../../migrations/migration.ts';

/** Failures apart from attempts: an attempt also ends when its process is killed, or while a system is away. */
export const frameJobFailures: Migration = {
  name: '036-frame-job-failures',
  sql: `alter table frame_jobs add column failures integer not null default 0;`,
};
