import { rowsOf, type TableContext } from '../../context.ts';
import { notInFuture } from '../../lease.ts';
import { column, givenRows, givenValues, names, shown, type RowOf } from '../../columns.ts';
import { defineTable, selectList, type Columns } from '../../table.ts';
import { frameEventSql, frameEventValues } from '../stream-events/append.ts';
import { frames as framesMigration } from './001-frames.ts';

const content = {
  family: column<string>('family text'),
  product: column<string>('product text'),
  runAt: column<Date | null>('run_at timestamptz'),
  validAt: column<Date>('valid_at timestamptz'),
  publishedAt: column<Date>('published_at timestamptz'),
  /** Null for a product with point values only. */
  tilesKey: column<string | null>('tiles_key text'),
  tilesBytes: column<number>('tiles_bytes bigint'),
  valuesKey: column<string>('values_key text'),
  valuesBytes: column<number>('values_bytes bigint'),
};

/** A frame to be made visible. */
export interface NewFrame extends RowOf<typeof content> {
  /** Whether it belongs to the simulated world. */
  simulated: boolean;
}

/** A complete, visible frame. A frame is visible if and only if it has a row. */
export interface Frame extends NewFrame {
  id: number;
}

/** Frames of the world that the database was opened for. */
export interface Frames {
  /** False if the frame (family, product, run, time) exists; then nothing changes. */
  insert(frame: NewFrame): Promise<boolean>;
  /**
   * Inserts the frames of a run that were made at once: they become visible together. They are not reported
   * on the stream one by one.
   *
   * @returns the value files of those that did not exist
   */
  insertRun(frames: readonly NewFrame[]): Promise<string[]>;
  /** Every visible frame of a family, oldest first: by product, run and time. A few thousand rows at most. */
  all(family: string): Promise<Frame[]>;
  find(family: string, product: string, runAt: Date | null, validAt: Date): Promise<Frame | undefined>;
  /** The observed frames of a product that were inserted after the one with this id. */
  after(family: string, product: string, id: number): Promise<Frame[]>;
  /** Removes the rows of a product that are more than `keepMs` older than its newest one. @returns them */
  removeOld(family: string, product: string, keepMs: number): Promise<Frame[]>;
  /**
   * Removes the rows of a family except those of its newest `keep` runs, and of the newest `long.keep` runs that began at a
   * whole multiple of `long.everyHours` since 00 UTC. @returns them
   */
  removeOldRuns(family: string, keep: number, long?: { everyHours: number; keep: number }): Promise<Frame[]>;
  /** Removes a frame, whose objects are then nobody's. */
  remove(frame: Pick<Frame, 'family' | 'product' | 'runAt' | 'validAt'>): Promise<void>;
  /** Whether a row of either world refers to this object. */
  namesObject(key: string): Promise<boolean>;
  /**
   * How late the frames of a family became visible that did so since a time: seconds after their valid time, or after the
   * start of their run.
   */
  delays(since: Date): Promise<{ family: string; median: number; longest: number }[]>;
}

const columns: Columns<Frame> = { id: 't.id', ...shown(content), simulated: 't.simulated' };
export const frameColumnsSql = selectList(columns);

/** Inserts frames that do not exist. */
const insertSql = `
insert into frames (simulated, ${names(content)})
select cast(:simulated as boolean), ${givenValues(content)} from ${givenRows(content)}
on conflict do nothing`;

export const framesTable = defineTable({
  name: 'frames',
  migrations: [framesMigration],
  columns,
  create: createFrames,
});

function createFrames(context: TableContext): Frames {
  const { knex, simulated } = context;
  const framesOf = (sql: string, values: Record<string, unknown>) => rowsOf<Frame>(knex, sql, { ...values, simulated });

  return {
    async insert(given) {
      const frame = { ...given, publishedAt: await notInFuture(context, given.publishedAt) };
      const inserted = await rowsOf(
        knex,
        `with inserted as (${insertSql} returning id), ${frameEventSql('inserted')} returning number`,
        { ...frame, given: JSON.stringify([frame]), ...frameEventValues(frame) },
      );
      return inserted.length === 1;
    },

    async insertRun(frames) {
      const publishedAt = await notInFuture(context, frames[0].publishedAt);
      const given = frames.map((frame) => ({ ...frame, publishedAt }));
      const inserted = await rowsOf<{ valuesKey: string }>(knex, `${insertSql} returning values_key as "valuesKey"`, {
        simulated,
        given: JSON.stringify(given),
      });
      return inserted.map(({ valuesKey }) => valuesKey);
    },

    all: (family) =>
      framesOf(
        `select ${frameColumnsSql} from frames t where simulated = :simulated and family = :family
         order by product, run_at nulls first, valid_at`,
        { family },
      ),

    async find(family, product, runAt, validAt) {
      const [found] = await framesOf(
        `select ${frameColumnsSql} from frames t
         where simulated = :simulated and family = :family and product = :product and valid_at = :validAt
           and run_at is not distinct from :runAt`,
        { family, product, runAt, validAt },
      );
      return found;
    },

    after: (family, product, id) =>
      framesOf(
        `select ${frameColumnsSql} from frames t
         where simulated = :simulated and family = :family and product = :product and run_at is null and id > :id
         order by valid_at`,
        { family, product, id },
      ),

    async remove({ family, product, runAt, validAt }) {
      await rowsOf(
        knex,
        `delete from frames
         where simulated = :simulated and family = :family and product = :product and valid_at = :validAt
           and run_at is not distinct from :runAt`,
        { simulated, family, product, runAt, validAt },
      );
    },

    removeOld: (family, product, keepMs) =>
      framesOf(
        `with mine as (
           select id, valid_at, max(valid_at) over () as newest from frames
           where simulated = :simulated and family = :family and product = :product
         )
         delete from frames t
         where id in (select id from mine where valid_at < newest - make_interval(secs => :keepSeconds))
         returning ${frameColumnsSql}`,
        { family, product, keepSeconds: keepMs / 1000 },
      ),

    removeOldRuns: (family, keep, long = { everyHours: 24, keep: 0 }) =>
      framesOf(
        `with mine as (
           select id, dense_rank() over (order by run_at desc) as place, is_long,
             dense_rank() over (partition by is_long order by run_at desc) as place_of_kind
           from (
             select id, run_at,
               cast(extract(hour from run_at at time zone 'UTC') as integer) % cast(:everyHours as integer) = 0 as is_long
             from frames
             where simulated = :simulated and family = :family and run_at is not null) kinds
         )
         delete from frames t
         where id in (select id from mine where place > :keep and not (is_long and place_of_kind <= :keepLong))
         returning ${frameColumnsSql}`,
        { family, keep, everyHours: long.everyHours, keepLong: long.keep },
      ),

    async namesObject(key) {
      const [{ named }] = await rowsOf<{ named: boolean }>(
        knex,
        `select exists (select from frames where tiles_key = :key)
             or exists (select from frames where values_key = :key) as named`,
        { key },
      );
      return named;
    },

    delays: (since) =>
      rowsOf(
        knex,
        `select family, percentile_cont(0.5) within group (order by seconds) as median, max(seconds) as longest
         from (
           select family, cast(extract(epoch from published_at - coalesce(run_at, valid_at)) as double precision) as seconds
           from frames where simulated = :simulated and published_at > :since) recent
         group by family order by family`,
        { simulated, since },
      ),
  };
}
