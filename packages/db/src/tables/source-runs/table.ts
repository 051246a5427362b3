import { dayMs, hourMs } from '@severe/async';
import { rowsOf, type TableContext } from '../../context.ts';
import { storableText } from '../../storable-text.ts';
import { defineTable } from '../../table.ts';
import { sourceRuns as sourceRunsMigration } from './003-source-runs.ts';
import { sourceHistory as sourceHistoryMigration } from './035-source-history.ts';
import { sourceForms as sourceFormsMigration } from './039-source-forms.ts';
import { feedProblems as feedProblemsMigration } from './041-feed-problems.ts';
import { secondSources as secondSourcesMigration } from './042-second-sources.ts';

/**
 * Why a run of a feed failed. `empty`: the provider sent nothing, where data in force were expected. `unavailable`: it
 * did not send the data. `unreadable`: they could not be read. `internal`: this service or a store of it failed.
 */
export const feedProblems = ['empty', 'unavailable', 'unreadable', 'internal'] as const;
export type FeedProblem = (typeof feedProblems)[number];

/** Health of a source; decision 8.1 defines how it is presented. */
export interface SourceHealth {
  source: string;
  lastSuccessAt: Date | null;
  lastAttemptAt: Date | null;
  lastError: string | null;
  lastErrorAt: Date | null;
  /** Problems of the feeds whose last run has failed, in the order of `feedProblems`; empty if none has. */
  problems: FeedProblem[];
  /** Start of the oldest of these problems; null without any. */
  failingSince: Date | null;
  /** Failed runs in a row of the feed that has most of them. */
  consecutiveFailures: number;
  lastDurationMs: number | null;
  /** Valid time of the newest data. */
  dataAt: Date | null;
  /** As `dataAt`, of the data from the provider's service, and of those from the second source. */
  serviceAt: Date | null;
  secondAt: Date | null;
  /** Share of runs that succeeded; null without runs. */
  successRate1h: number | null;
  successRate24h: number | null;
  nextRunAt: Date | null;
}

/** What happened to a source in one interval; intervals without runs are left out. */
export interface SourceInterval {
  source: string;
  /** Number of the interval, from 0. */
  interval: number;
  succeeded: number;
  failed: number;
  /** Greatest age of the newest data at the end of a run, in seconds; null if there were no data. */
  worstAgeSeconds: number | null;
}

/** Where data are from: the service of the provider, or the source that stands in for it. */
export type DataOrigin = 'service' | 'second';

export interface SourceRuns {
  record(run: {
    feed: string;
    source: string;
    startedAt: Date;
    durationMs: number;
    /** Why it failed; undefined for a success. */
    failure?: { problem: FeedProblem; error: string } | undefined;
    dataAt?: Date;
    nextRunAt?: Date;
  }): Promise<void>;
  /**
   * Records the time of the newest visible data, by where they are from; older times are ignored. The data are a success, although
   * the run that fetches them may go on for minutes.
   */
  recordData(source: string, dataAt: Date, from?: DataOrigin): Promise<void>;
  /** The time of the newest data from the provider's service; null if there are none. */
  serviceAt(source: string): Promise<Date | null>;
  health(now: Date): Promise<SourceHealth[]>;
  /** Runs from `from` on, by intervals of `seconds`. */
  history(from: Date, seconds: number): Promise<SourceInterval[]>;
}

export const sourceRunsTable = defineTable({
  name: 'source_runs',
  migrations: [
    sourceRunsMigration,
    sourceHistoryMigration,
    sourceFormsMigration,
    feedProblemsMigration,
    secondSourcesMigration,
  ],
  retention: { keep: { hours: 25 }, remove: removeOldRuns },
  create: createSourceRuns,
});

function createSourceRuns({ knex, simulated, clock }: TableContext): SourceRuns {
  return {
    async record({ feed, source, startedAt, durationMs, failure, dataAt, nextRunAt }) {
      const endedAt = new Date(startedAt.getTime() + durationMs);
      await rowsOf(knex, recordSql, {
        simulated,
        feed,
        source,
        startedAt,
        durationMs: Math.round(durationMs),
        ok: failure === undefined,
        successAt: failure ? null : endedAt,
        problem: failure?.problem ?? null,
        error: failure ? storableText(failure.error) : null,
        errorAt: failure ? endedAt : null,
        dataAt: dataAt ?? null,
        nextRunAt: nextRunAt ?? null,
      });
    },

    async recordData(source, dataAt, from = 'service') {
      const column = from === 'service' ? 'service_at' : 'second_at';
      await rowsOf(
        knex,
        `insert into source_states as state (simulated, source, data_at, ${column}, last_success_at)
         values (:simulated, :source, :dataAt, :dataAt, :successAt)
         on conflict (simulated, source) do update set data_at = greatest(state.data_at, excluded.data_at),
           ${column} = greatest(state.${column}, excluded.${column}),
           last_success_at = greatest(state.last_success_at, excluded.last_success_at)`,
        { simulated, source, dataAt, successAt: clock() },
      );
    },

    async serviceAt(source) {
      const sql = `select service_at as "serviceAt" from source_states where simulated = :simulated and source = :source`;
      const [state] = await rowsOf<{ serviceAt: Date | null }>(knex, sql, { simulated, source });
      return state?.serviceAt ?? null;
    },

    async health(now) {
      const rows = await rowsOf<SourceHealth>(knex, healthSql, {
        simulated,
        now,
        hourAgo: new Date(now.getTime() - hourMs),
        dayAgo: new Date(now.getTime() - dayMs),
      });
      return rows.map((row) => ({ ...row, problems: feedProblems.filter((each) => row.problems.includes(each)) }));
    },

    history: (from, seconds) => rowsOf<SourceInterval>(knex, historySql, { simulated, from, seconds }),
  };
}

/** Removes old runs, and problems of feeds that run no more. */
async function removeOldRuns({ knex, simulated }: TableContext, before: Date): Promise<number> {
  await rowsOf(knex, `delete from feed_problems where simulated = :simulated and last_at < :before`, {
    simulated,
    before,
  });
  const removed = await rowsOf(
    knex,
    `delete from source_runs where simulated = :simulated and started_at < :before returning id`,
    { simulated, before },
  );
  return removed.length;
}

/** Stores a run and updates the state of its source. Times that are null keep their stored value. */
const recordSql = `
with run as (
  insert into source_runs (simulated, source, started_at, duration_ms, ok, data_at)
  values (:simulated, :source, :startedAt, :durationMs, :ok, greatest(cast(:dataAt as timestamptz), (
    select data_at from source_states where simulated = :simulated and source = :source)))
), healed as (
  delete from feed_problems where simulated = :simulated and feed = :feed and :ok
), failed as (
  insert into feed_problems as old (simulated, source, feed, problem, since, last_at, failures)
  select :simulated, :source, :feed, :problem, :startedAt, :startedAt, 1 where not :ok
  on conflict (simulated, feed) do update set
    problem = excluded.problem, last_at = excluded.last_at, failures = old.failures + 1
)
insert into source_states as state
  (simulated, source, last_attempt_at, last_success_at, last_error, last_error_at,
   last_duration_ms, data_at, next_run_at)
values
  (:simulated, :source, :startedAt, :successAt, :error, :errorAt, :durationMs, :dataAt, :nextRunAt)
on conflict (simulated, source) do update set
  last_attempt_at      = excluded.last_attempt_at,
  last_success_at      = coalesce(excluded.last_success_at, state.last_success_at),
  last_error           = coalesce(excluded.last_error, state.last_error),
  last_error_at        = coalesce(excluded.last_error_at, state.last_error_at),
  last_duration_ms     = excluded.last_duration_ms,
  data_at              = greatest(state.data_at, excluded.data_at),
  next_run_at          = excluded.next_run_at`;

/** The age is that at the end of a run. Data of the future have the age 0. */
const historySql = `
select source, cast(floor(extract(epoch from started_at - :from) / :seconds) as integer) as interval,
       cast(count(*) filter (where ok) as integer) as succeeded,
       cast(count(*) filter (where not ok) as integer) as failed,
       cast(floor(max(greatest(0, extract(epoch from started_at - data_at) + duration_ms / 1000.0))) as integer)
         as "worstAgeSeconds"
from source_runs
where simulated = :simulated and started_at >= :from
group by source, interval order by source, interval`;

/** Rates are null without runs: an average over no rows. Runs after `now` are not counted. */
const healthSql = `
select state.source,
       state.last_success_at as "lastSuccessAt",
       state.last_attempt_at as "lastAttemptAt",
       state.last_error as "lastError",
       state.last_error_at as "lastErrorAt",
       failing.problems,
       failing.since as "failingSince",
       failing.failures as "consecutiveFailures",
       state.last_duration_ms as "lastDurationMs",
       state.data_at as "dataAt",
       state.service_at as "serviceAt",
       state.second_at as "secondAt",
       state.next_run_at as "nextRunAt",
       rates.hour as "successRate1h",
       rates.day as "successRate24h"
from source_states state
cross join lateral (
  select cast(avg(case when ok then 1 else 0 end) filter (where started_at > :hourAgo) as double precision) as hour,
         cast(avg(case when ok then 1 else 0 end) as double precision) as day
  from source_runs run
  where run.simulated = state.simulated and run.source = state.source
    and run.started_at > :dayAgo and run.started_at <= :now
) rates
cross join lateral (
  select coalesce(to_jsonb(array_agg(distinct problem)), '[]') as problems, min(since) as since,
         coalesce(max(failures), 0) as failures
  from feed_problems failed
  where failed.simulated = state.simulated and failed.source = state.source
    and failed.last_at > :dayAgo and failed.last_at <= :now
) failing
where state.simulated = :simulated
order by state.source`;
