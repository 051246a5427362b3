import { currentTraceparent, type Traceparent } from '@severe/tracing';
import { boundValues, column, except, names, shown, type RowOf } from '../../columns.ts';
import { rowsOf, type TableContext } from '../../context.ts';
import { checkedLeaseMs, isFreeSql, leaseEndSql, leaseValues } from '../../lease.ts';
import { storableText } from '../../storable-text.ts';
import { defineTable, selectList } from '../../table.ts';
import { frameJobs as frameJobsMigration } from './002-frame-jobs.ts';
import { frameJobFailures } from './036-frame-job-failures.ts';

const file = {
  family: column<string>('family text'),
  product: column<string>('product text'),
  runAt: column<Date | null>('run_at timestamptz'),
  validAt: column<Date>('valid_at timestamptz'),
  rawKey: column<string>('raw_key text'),
};
const job = {
  ...file,
  /** How often a worker has claimed it. */
  attempts: column<number>('attempts integer'),
  /** How often it has failed; a killed worker and an unavailable system are no failures. */
  failures: column<number>('failures integer'),
  /** Trace of the run that stored its file. */
  traceparent: column<Traceparent>('traceparent text'),
};

/** A provider's file from which a frame is rendered. */
export interface FrameJob extends RowOf<typeof job> {
  id: number;
}

/** A claim of a job, which ends when the job is claimed again: then what it says counts no more. */
type FrameClaim = Pick<FrameJob, 'id' | 'attempts'>;

/** A job of a file that has just been stored. */
type NewFrameJob = RowOf<typeof file>;

/** A job that was given up. */
export interface GivenUpFrame extends RowOf<typeof file> {
  id: number;
  /** `refused`: its file cannot be read. `dead`: it failed too often. */
  state: 'refused' | 'dead';
  reason: string | null;
  at: Date;
}

/**
 * Render jobs: a row exists from the arrival of a file and records whether its frame was published, skipped or given up.
 * `state` goes waiting → running → done | skipped | refused | dead. A `running` row whose lease has expired counts as waiting.
 */
export interface FrameJobs {
  /** Undefined if a job for the frame exists in any state; then nothing changes. */
  insert(job: NewFrameJob): Promise<number | undefined>;
  /**
   * Inserts a job for each of these products that has none, all for one file. They become visible together, so that a
   * worker that finishes one sees the others. @returns ids of the new jobs
   */
  insertForEach(products: string[], job: Omit<NewFrameJob, 'product'>): Promise<number[]>;
  /** Whether an unfinished job refers to the file. */
  needsRaw(rawKey: string): Promise<boolean>;
  /** Which of these times of a product have a row, in any state. */
  existing(family: string, product: string, runAt: Date | null, validAt: Date[]): Promise<Date[]>;
  /** Number of waiting jobs by product. */
  waiting(family: string): Promise<Map<string, number>>;
  /** Whether a job of a product is unfinished and has not failed, for a valid time after one and before another. */
  isPendingBetween(family: string, product: string, after: Date, before: Date): Promise<boolean>;
  /** Whether a job is unfinished and has not failed. @param of observed frames (not of models), or all */
  isPending(of: 'observed' | 'all'): Promise<boolean>;
  /** Claims a job for `leaseMs`, by the clock of the database; undefined if another worker has it or it has ended. */
  claim(id: number, leaseMs: number): Promise<FrameJob | undefined>;
  /**
   * Jobs that are waiting or whose lease has expired, the most urgent first: the newest frame of each observed product, radar
   * first; the first hour that was stored of the newest run of each model field; older observed frames, newest first; the
   * other hours of models.
   */
  due(limit: number): Promise<FrameJob[]>;
  /** A frame is published or not wanted, whoever says so. Reasons are one line. */
  finish(id: number, state: 'done' | 'skipped', reason?: string): Promise<void>;
  /** `refused`: unreadable bytes, never tried again. `dead`: three tries failed. */
  giveUp(claim: FrameClaim, state: 'refused' | 'dead', reason: string): Promise<void>;
  /** Extends the lease of a claimed job, whose worker still runs. */
  renew(claim: FrameClaim, leaseMs: number): Promise<void>;
  /**
   * Back to waiting, for `waitMs`.
   *
   * @param isFailure whether the attempt counts as a failure
   * @throws {RangeError} longer than a lease may be
   */
  postpone(claim: FrameClaim, waitMs: number, reason: string, isFailure: boolean): Promise<void>;
  /** Counts by state and the latest reasons since `since`, for health. */
  troubles(
    family: string,
    since: Date,
  ): Promise<{ refused: number; dead: number; skipped: number; lastReason: string | null }>;
  /** Jobs that were refused or are dead, newest first. */
  givenUp(limit: number): Promise<GivenUpFrame[]>;
  /** Number of jobs that were refused or are dead, by family. */
  givenUpCounts(): Promise<Map<string, number>>;
  /** Number of jobs that ended since a time, by family and state. */
  ended(since: Date): Promise<{ family: string; state: 'done' | 'skipped' | 'refused' | 'dead'; count: number }[]>;
  /** Lets a job that was given up start again. @returns false if it was not given up */
  retry(id: number): Promise<boolean>;
  /** Forgets a job that was given up, so that its feed fetches the file again. */
  forget(id: number): Promise<void>;
  /** Forgets the job of a frame that nobody makes now, so that its feed fetches the file again. */
  forgetFrame(frame: Pick<FrameJob, 'family' | 'product' | 'runAt' | 'validAt'>): Promise<void>;
  /** Removes ended rows older than `before`. @returns raw keys that no job refers to */
  removeEnded(before: Date): Promise<string[]>;
}

const columnsSql = selectList({ id: 'job.id', ...shown(job, 'job') });

const ofAllProducts = except(file, 'product');

/** Not claimed: it waits for its time, or its lease has expired. */
const freeSql = `(state = 'waiting' or (state = 'running' and ${isFreeSql('free_at')}))`;
/** Free, and due. */
const dueSql = `state in ('waiting', 'running') and ${isFreeSql('free_at')}`;

/** Nobody has claimed the job after the claim. */
const isClaimedSql = 'id = :id and simulated = :simulated and attempts = :attempts';

/** A newer file of the product has come, so nobody waits for this one to see the present. */
const isOvertakenSql = `exists (
  select 1 from frame_jobs as newer
  where newer.simulated = job.simulated and newer.family = job.family and newer.product = job.product
    and newer.valid_at > job.valid_at and newer.run_at is null)`;

/** No frame of its field is from its run or a newer one, nor will be before this one. */
const opensRunSql = `not exists (
  select from frame_jobs as other
  where other.simulated = job.simulated and other.family = job.family and other.product = job.product
    and other.state in ('waiting', 'running', 'done')
    and (other.run_at > job.run_at or (other.run_at = job.run_at and other.id < job.id)))`;

/** Lower is more urgent. `place` is that of the job among those of its product that are due, the newest run first. */
const rankSql = `case
  when run_at is null then case when ${isOvertakenSql} then 2 else 0 end
  when place = 1 and ${opensRunSql} then 1
  else 3 end`;

export const frameJobsTable = defineTable({
  name: 'frame_jobs',
  migrations: [frameJobsMigration, frameJobFailures],
  create: createFrameJobs,
});

function createFrameJobs(context: TableContext): FrameJobs {
  const { knex, clock, simulated } = context;
  const run = <T>(sql: string, values: Record<string, unknown>) =>
    rowsOf<T>(knex, sql, { ...values, ...leaseValues(context), simulated, now: clock() });

  return {
    async insert(job) {
      const [inserted] = await run<{ id: number }>(
        `insert into frame_jobs (simulated, ${names(file)}, changed_at, traceparent)
         values (:simulated, ${boundValues(file)}, :now, :traceparent)
         on conflict do nothing
         returning id`,
        { ...job, traceparent: currentTraceparent() },
      );
      return inserted?.id;
    },

    async insertForEach(products, job) {
      const inserted = await run<{ id: number }>(
        `insert into frame_jobs (simulated, product, ${names(ofAllProducts)}, changed_at, traceparent)
         select :simulated, product, ${boundValues(ofAllProducts)}, :now, :traceparent
         from unnest(cast(:products as text[])) as product
         on conflict do nothing
         returning id`,
        { ...job, products, traceparent: currentTraceparent() },
      );
      return inserted.map(({ id }) => id);
    },

    async needsRaw(rawKey) {
      const found = await run(
        `select from frame_jobs
         where simulated = :simulated and raw_key = :rawKey and state in ('waiting', 'running')
         limit 1`,
        { rawKey },
      );
      return found.length > 0;
    },

    async existing(family, product, runAt, validAt) {
      const found = await run<{ validAt: Date }>(
        `select valid_at as "validAt" from frame_jobs
         where simulated = :simulated and family = :family and product = :product
           and valid_at = any(:validAt) and run_at is not distinct from :runAt
         order by valid_at`,
        { family, product, runAt, validAt },
      );
      return found.map((row) => row.validAt);
    },

    async waiting(family) {
      const counts = await run<{ product: string; count: number }>(
        `select product, count(*) as count from frame_jobs
         where simulated = :simulated and family = :family and ${freeSql}
         group by product order by product`,
        { family },
      );
      return new Map(counts.map(({ product, count }) => [product, count]));
    },

    async isPendingBetween(family, product, after, before) {
      const found = await run(
        `select from frame_jobs
         where simulated = :simulated and family = :family and product = :product
           and state in ('waiting', 'running') and reason is null and valid_at > :after and valid_at < :before
         limit 1`,
        { family, product, after, before },
      );
      return found.length > 0;
    },

    async isPending(of) {
      const found = await run(
        `select from frame_jobs
         where simulated = :simulated and (run_at is null or :models)
           and state in ('waiting', 'running') and reason is null
         limit 1`,
        { models: of === 'all' },
      );
      return found.length > 0;
    },

    async claim(id, leaseMs) {
      const [taken] = await run<FrameJob>(
        `update frame_jobs job
         set state = 'running', attempts = attempts + 1, free_at = ${leaseEndSql}, changed_at = :now
         where id = (
           select id from frame_jobs where id = :id and simulated = :simulated and ${dueSql} for update skip locked
         )
         returning ${columnsSql}`,
        { id, leaseMs: checkedLeaseMs(leaseMs) },
      );
      return taken;
    },

    async due(limit) {
      return run<FrameJob>(
        `select ${columnsSql}
         from (
           select *, row_number() over (partition by family, product order by run_at desc, id) as place
           from frame_jobs where simulated = :simulated and ${dueSql}
         ) as job
         order by ${rankSql}, (family <> 'radar'), run_at desc, case when run_at is null then valid_at end desc, valid_at, id
         limit :limit`,
        { limit },
      );
    },

    async finish(id, state, reason) {
      await run(
        `update frame_jobs set state = :state, reason = :reason, free_at = null, changed_at = :now
         where id = :id and simulated = :simulated and state in ('waiting', 'running')`,
        { id, state, reason: reason === undefined ? null : storableText(reason) },
      );
    },

    async giveUp({ id, attempts }, state, reason) {
      await run(
        `update frame_jobs set state = :state, reason = :reason, free_at = null, changed_at = :now
         where ${isClaimedSql} and state in ('waiting', 'running')`,
        { id, attempts, state, reason: storableText(reason) },
      );
    },

    async renew({ id, attempts }, leaseMs) {
      await run(
        `update frame_jobs set free_at = ${leaseEndSql}, changed_at = :now where ${isClaimedSql} and state = 'running'`,
        { id, attempts, leaseMs: checkedLeaseMs(leaseMs) },
      );
    },

    async postpone({ id, attempts }, waitMs, reason, isFailure) {
      await run(
        `update frame_jobs
         set state = 'waiting', reason = :reason, free_at = ${leaseEndSql}, failures = failures + :failed, changed_at = :now
         where ${isClaimedSql} and state in ('waiting', 'running')`,
        { id, attempts, leaseMs: checkedLeaseMs(waitMs), reason: storableText(reason), failed: isFailure ? 1 : 0 },
      );
    },

    async troubles(family, since) {
      const [counts] = await run<{ refused: number; dead: number; skipped: number; lastReason: string | null }>(
        `select count(*) filter (where state = 'refused') as refused,
                count(*) filter (where state = 'dead') as dead,
                count(*) filter (where state = 'skipped') as skipped,
                (array_agg(reason order by state = 'skipped', changed_at desc) filter (where reason is not null))[1]
                  as "lastReason"
         from frame_jobs
         where simulated = :simulated and family = :family and changed_at >= :since
           and state in ('refused', 'dead', 'skipped')`,
        { family, since },
      );
      return counts;
    },

    async givenUp(limit) {
      return run<GivenUpFrame>(
        `select ${selectList({ id: 'job.id', ...shown(file, 'job'), at: 'job.changed_at' })}, state, reason
         from frame_jobs job where simulated = :simulated and state in ('refused', 'dead')
         order by changed_at desc, id desc limit :limit`,
        { limit },
      );
    },

    async givenUpCounts() {
      const rows = await run<{ family: string; count: number }>(
        `select family, count(*) as count from frame_jobs
         where simulated = :simulated and state in ('refused', 'dead') group by family`,
        {},
      );
      return new Map(rows.map(({ family, count }) => [family, count]));
    },

    ended: (since) =>
      run(
        `select family, state, cast(count(*) as integer) as count from frame_jobs
         where simulated = :simulated and state not in ('waiting', 'running') and changed_at > :since
         group by family, state order by family, state`,
        { since },
      ),

    async retry(id) {
      const changed = await run(
        `update frame_jobs set state = 'waiting', attempts = 0, failures = 0, free_at = null, changed_at = :now
         where id = :id and simulated = :simulated and state in ('refused', 'dead') returning id`,
        { id },
      );
      return changed.length > 0;
    },

    async forget(id) {
      await run(`delete from frame_jobs where id = :id and simulated = :simulated and state in ('refused', 'dead')`, {
        id,
      });
    },

    async forgetFrame({ family, product, runAt, validAt }) {
      await run(
        `delete from frame_jobs
         where simulated = :simulated and family = :family and product = :product and valid_at = :validAt
           and run_at is not distinct from :runAt and (state not in ('waiting', 'running') or ${freeSql})`,
        { family, product, runAt, validAt },
      );
    },

    async removeEnded(before) {
      const keys = await run<{ rawKey: string }>(
        `with ended as (
           delete from frame_jobs
           where simulated = :simulated and state not in ('waiting', 'running') and changed_at < :before
           returning id, raw_key
         )
         select distinct raw_key as "rawKey" from ended
         where not exists (
           -- The deleted rows are still seen here: a statement sees the table as it was at its start.
           select from frame_jobs other
           where other.raw_key = ended.raw_key and other.id not in (select id from ended)
         )
         order by raw_key`,
        { before },
      );
      return keys.map(({ rawKey }) => rawKey);
    },
  };
}
