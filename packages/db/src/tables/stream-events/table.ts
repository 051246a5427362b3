import type { Traceparent } from '@severe/tracing';
import { rowsOf, type TableContext } from '../../context.ts';
import { defineTable } from '../../table.ts';
import { streamEvents as streamEventsMigration } from './022-stream-events.ts';
import { traceparents } from './043-traceparents.ts';
import { secondsOf } from './append.ts';

/** Where an event stands in the stream of its world. Both numbers only grow, across processes and restarts. */
export interface StreamPosition {
  /** Sequence number, from 1; 0 before the first event. */
  number: number;
  /** Unix seconds; equal or greater than those of the event before. */
  seconds: number;
}

/** An event of the live stream, as it is sent. */
export interface StreamEvent extends StreamPosition {
  /** Id of the source whose data changed; also the name of the event. */
  source: string;
  /** One line of JSON, at most `maxDataBytes` long. */
  data: string;
  publishedAt: Date;
  /** Trace of what published it. */
  traceparent: Traceparent;
}

export interface StreamEvents {
  /** The position of the last event; made when there is none yet. */
  position(): Promise<StreamPosition>;
  /** Events after a number, oldest first, at most `limit`. */
  after(number: number, limit: number): Promise<StreamEvent[]>;
  /** The newest events, oldest first, at most `limit`. */
  newest(limit: number): Promise<StreamEvent[]>;
}

const columns = `number, seconds, source, data, published_at as "publishedAt", traceparent`;

/** Rows live longer than a client can resume (10 minutes), so that a process that lost its connection can catch up. */
export const streamEventsTable = defineTable({
  name: 'stream_events',
  migrations: [streamEventsMigration, traceparents],
  retention: { keep: { hours: 1 }, remove: removeOldEvents },
  create: createStreamEvents,
});

function createStreamEvents({ knex, simulated, clock }: TableContext): StreamEvents {
  const eventsOf = (sql: string, values: Record<string, unknown>) =>
    rowsOf<StreamEvent>(knex, sql, { ...values, simulated });

  return {
    async position() {
      const seconds = secondsOf(clock());
      await rowsOf(
        knex,
        `insert into stream_positions (simulated, number, seconds) values (:simulated, 0, :seconds)
         on conflict do nothing`,
        { simulated, seconds },
      );
      const [position] = await rowsOf<StreamPosition>(
        knex,
        `select number, seconds from stream_positions where simulated = :simulated`,
        { simulated },
      );
      return position;
    },

    after: (number, limit) =>
      eventsOf(
        `select ${columns} from stream_events where simulated = :simulated and number > :number
         order by number limit :limit`,
        { number, limit },
      ),

    async newest(limit) {
      const events = await eventsOf(
        `select ${columns} from stream_events where simulated = :simulated order by number desc limit :limit`,
        { limit },
      );
      return events.reverse();
    },
  };
}

async function removeOldEvents({ knex, simulated }: TableContext, before: Date): Promise<number> {
  const rows = await rowsOf(
    knex,
    `delete from stream_events where simulated = :simulated and published_at < :before returning number`,
    { simulated, before },
  );
  return rows.length;
}
