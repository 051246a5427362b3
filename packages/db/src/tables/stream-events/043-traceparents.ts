import type { Migration } from '../../migrations/migration.ts';

/**
 * The trace context of what wrote a row (W3C Trace Context, `traceparent`), for the process that continues the work. Null if it
 * was not traced. A version of an alert has that of the run that stored it, and a delivery that of the version that matched.
 */
export const traceparents: Migration = {
  name: '043-traceparents',
  sql: `
alter table stream_events add column traceparent text;
alter table frame_jobs add column traceparent text;
alter table alert_versions add column traceparent text;
alter table webhook_deliveries add column traceparent text;
`,
};
