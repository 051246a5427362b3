import { frames } from './001-frames.ts';
import { frameJobs } from './002-frame-jobs.ts';
import { sourceRuns } from './003-source-runs.ts';

/**
 * One step of the schema: plain SQL, run once, in a transaction with the others that are due. It must run on
 * PostgreSQL 15 with PostGIS 3.3 and on the embedded engine alike.
 */
export interface Migration {
  name: string;
  sql: string;
}

/** Every migration, in order. They are only added to: a database somewhere has run each of these as it stands. */
export const migrations: Migration[] = [frames, frameJobs, sourceRuns];
