import { dayMs, hourMs } from '@severe/async';
import { rowsOf, type TableContext } from '../../context.ts';
import { defineTable } from '../../table.ts';
import { traffic as trafficMigration } from './063-traffic.ts';

/** Answers of a host to the feeds of a source. */
export interface HostTraffic {
  source: string;
  host: string;
  requests: number;
  /** Of bodies as they were read, without headers. */
  bytes: number;
  /** By how much the clock of the host is ahead of ours, in milliseconds; null if it does not say. */
  aheadMs: number | null;
}

/** The traffic of a day, and of its last whole hour. */
export interface DayTraffic extends HostTraffic {
  lastHourRequests: number;
  lastHourBytes: number;
  lastAt: Date;
}

export interface Traffic {
  /** Adds to what is counted for the hour of a time. */
  add(counts: readonly HostTraffic[], at: Date): Promise<void>;
  /** The traffic of the 24 hours before a time, by source and host, the most bytes first. */
  ofDay(now: Date): Promise<DayTraffic[]>;
}

export const trafficTable = defineTable({
  name: 'traffic',
  migrations: [trafficMigration],
  retention: { keep: { days: 7 }, remove: removeOld },
  create: createTraffic,
});

const hourOf = (at: Date): Date => new Date(Math.floor(at.getTime() / hourMs) * hourMs);

function createTraffic({ knex, simulated }: TableContext): Traffic {
  return {
    async add(counts, at) {
      if (counts.length === 0) return;
      await rowsOf(
        knex,
        `insert into traffic as old (simulated, source, host, hour, requests, bytes, last_at, ahead_ms)
         select :simulated, source, host, :hour, requests, bytes, :at, "aheadMs"
         from jsonb_to_recordset(cast(:given as jsonb)) as given (source text, host text, requests bigint, bytes bigint, "aheadMs" bigint)
         on conflict (simulated, source, host, hour) do update set requests = old.requests + excluded.requests,
           bytes = old.bytes + excluded.bytes, last_at = greatest(old.last_at, excluded.last_at),
           ahead_ms = coalesce(excluded.ahead_ms, old.ahead_ms)`,
        { simulated, hour: hourOf(at), at, given: JSON.stringify(counts) },
      );
    },

    ofDay(now) {
      const lastHour = new Date(hourOf(now).getTime() - hourMs);
      return rowsOf<DayTraffic>(
        knex,
        `select source, host, ${sumSql('requests')} as requests, ${sumSql('bytes')} as bytes, max(last_at) as "lastAt",
           (array_agg(ahead_ms order by last_at desc))[1] as "aheadMs",
           ${sumSql('requests', isOfLastHour)} as "lastHourRequests", ${sumSql('bytes', isOfLastHour)} as "lastHourBytes"
         from traffic where simulated = :simulated and hour > :from and hour <= :now
         group by source, host order by sum(bytes) desc, source, host`,
        { simulated, lastHour, now, from: new Date(now.getTime() - dayMs) },
      );
    },
  };
}

const isOfLastHour = 'filter (where hour = :lastHour)';

/** A sum of bigints, which would be numeric. */
const sumSql = (column: string, filter = ''): string => `cast(coalesce(sum(${column}) ${filter}, 0) as bigint)`;

async function removeOld({ knex, simulated }: TableContext, before: Date): Promise<number> {
  const sql = `delete from traffic where simulated = :simulated and hour < :before returning host`;
  return (await rowsOf(knex, sql, { simulated, before })).length;
}
