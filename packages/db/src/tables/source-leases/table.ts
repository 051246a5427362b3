import { rowsOf, type TableContext } from '../../context.ts';
import { checkedLeaseMs, isFreeSql, leaseEndSql, leaseNowSql, leaseValues } from '../../lease.ts';
import { defineTable } from '../../table.ts';
import { sourceLeases as sourceLeasesMigration } from './066-source-leases.ts';

/** A run of a feed, and the process that asks for it. */
interface FeedRun {
  source: string;
  feed: string;
  owner: string;
  leaseMs: number;
}

/** The run begins, or may be asked for again after some time. */
type FeedTurn = { isTaken: true } | { isTaken: false; waitMs: number };

/**
 * Leases of sources: of all processes that run feeds, one runs those of a source, as long as it lives. All times are those of the
 * clock of the database.
 */
export interface SourceLeases {
  /**
   * Begins a run, if the feed is due and no other process has the source. Otherwise, a process that has fewer sources than the
   * owner asks for it.
   */
  take(run: FeedRun): Promise<FeedTurn>;
  /** Ends a run: the next one is due after `waitMs`. While no other feed of the source runs, it is handed to whoever asks for it. */
  end(run: FeedRun, waitMs: number): Promise<void>;
  /** Renews all leases of a process that lives. */
  renew(owner: string, leaseMs: number): Promise<void>;
  /** Gives back all sources of a process that ends. */
  release(owner: string): Promise<void>;
  /** Sources by the process that has them. */
  owners(): Promise<Map<string, string[]>>;
}

export const sourceLeasesTable = defineTable({
  name: 'source_leases',
  migrations: [sourceLeasesMigration],
  create: createSourceLeases,
});

const isOfSource = 'lease.simulated = :simulated and lease.source = :source';
const longestLeaseMs = 60_000;
const isFree = isFreeSql('lease.leased_until', longestLeaseMs);
const millisecondsSql = (count: string): string => `cast(${count} as double precision) * interval '1 millisecond'`;

/** When the feed is due; null if it has not run, or a run was not ended. */
const dueAtSql = `cast(lease.due -> cast(:feed as text) ->> 'at' as timestamptz)`;
/** Its time has come, or seems to come later than it can, because the clock was set back. */
const isDueSql = `(${dueAtSql} is null or ${dueAtSql} <= ${leaseNowSql}
  or ${dueAtSql} > ${leaseNowSql} + ${millisecondsSql("lease.due -> cast(:feed as text) ->> 'waitMs'")})`;

/** Number of sources that a process has, or is about to get. */
const loadSql = (owner: string): string => `(
  select count(*) from source_leases one
  where one.simulated = :simulated and coalesce(one.wanted_by, one.owner) = ${owner})`;

function createSourceLeases(context: TableContext): SourceLeases {
  const { knex, simulated } = context;
  const run = <T>(sql: string, { leaseMs, ...values }: { leaseMs?: number } & Record<string, unknown>) =>
    rowsOf<T>(knex, sql, {
      ...values,
      ...leaseValues(context),
      ...(leaseMs === undefined ? {} : { leaseMs: checkedLeaseMs(leaseMs, longestLeaseMs) }),
      simulated,
    });

  return {
    async take(wish) {
      const taken = await run(takeSql, { ...wish });
      if (taken.length > 0) return { isTaken: true };
      const { leaseMs: _, ...values } = wish;
      const [row] = await run<{ waitMs: number }>(askSql, values);
      return { isTaken: false, waitMs: Math.max(0, row?.waitMs ?? 0) };
    },

    async end(ended, waitMs) {
      await run(endSql, { ...ended, waitMs });
    },

    async renew(owner, leaseMs) {
      await run(
        `update source_leases set leased_until = ${leaseEndSql} where simulated = :simulated and owner = :owner`,
        { owner, leaseMs },
      );
    },

    async release(owner) {
      await run(
        `update source_leases
         set leased_until = case when owner = :owner then ${leaseNowSql} else leased_until end,
           wanted_by = nullif(wanted_by, :owner)
         where simulated = :simulated and (owner = :owner or wanted_by = :owner)`,
        { owner },
      );
    },

    async owners() {
      const rows = await run<{ owner: string; sources: string[] }>(
        `select owner, to_jsonb(array_agg(source order by source)) as sources from source_leases lease
         where simulated = :simulated and not ${isFree} group by owner order by owner`,
        {},
      );
      return new Map(rows.map(({ owner, sources }) => [owner, sources]));
    },
  };
}

const takeSql = `
insert into source_leases as lease (simulated, source, owner, leased_until, due)
values (:simulated, :source, :owner, ${leaseEndSql}, jsonb_build_object(cast(:feed as text), null))
on conflict (simulated, source) do update set
  owner = excluded.owner, leased_until = excluded.leased_until, due = lease.due || excluded.due,
  wanted_by = case when lease.owner = excluded.owner then lease.wanted_by end
where (lease.owner = :owner or ${isFree}) and ${isDueSql}
returning source`;

const askSql = `
with asked as (
  update source_leases lease set wanted_by = :owner
  where ${isOfSource} and lease.owner <> :owner and lease.wanted_by is null
    and ${loadSql('lease.owner')} >= ${loadSql(':owner')} + 2
)
select cast(1000 * extract(epoch from
  greatest(${dueAtSql}, case when lease.owner <> :owner then lease.leased_until end) - ${leaseNowSql}
) as double precision) as "waitMs"
from source_leases lease where ${isOfSource}`;

/** Another feed of the source is in a run. */
const runsElseSql = `exists (select from jsonb_each(lease.due) each where each.key <> :feed and each.value = 'null')`;

const endSql = `
update source_leases lease
set owner = case when ${runsElseSql} then lease.owner else coalesce(lease.wanted_by, lease.owner) end,
  wanted_by = case when ${runsElseSql} then lease.wanted_by end,
  leased_until = ${leaseEndSql},
  due = lease.due || jsonb_build_object(cast(:feed as text), jsonb_build_object(
    'at', ${leaseNowSql} + ${millisecondsSql(':waitMs')}, 'waitMs', cast(:waitMs as double precision)))
where ${isOfSource} and lease.owner = :owner`;
