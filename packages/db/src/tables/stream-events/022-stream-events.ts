import type { Migration } from '../../migrations/migration.ts';

/**
 * The outbox of the live stream. An event is written in the transaction that changes the rows it reports. The position
 * is one row per world that every writer updates last: its lock makes events commit in the order of their numbers, so a
 * reader that has seen an event has seen all before it.
 */
export const streamEvents: Migration = {
  name: '022-stream-events',
  sql: `
create table stream_positions (
  simulated boolean primary key,
  -- Number of the last event; 0 before the first.
  number    bigint  not null,
  -- Unix seconds of the last event. They never fall, even when the clock is set back.
  seconds   bigint  not null
);
create table stream_events (
  simulated    boolean     not null,
  number       bigint      not null,
  seconds      bigint      not null,
  source       text        not null,
  -- The event's JSON, one line.
  data         text        not null,
  published_at timestamptz not null,
  primary key (simulated, number)
);
create index stream_events_published on stream_events (simulated, published_at);
`,
};
