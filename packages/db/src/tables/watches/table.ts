import type { Area, SearchArea } from '@severe/geo';
import {
  allOf,
  equals,
  geoJsonOf,
  inArea,
  inTime,
  pageOf,
  shapeOf,
  type Condition,
  type Page,
  type Paging,
  type TimeRange,
} from '../../filters.ts';
import { countRows, rowsOf, type TableContext } from '../../context.ts';
import { changeDataSet } from '../../change-data-set.ts';
import { assignments, column, except, givenRows, givenValues, names, shown, type RowOf } from '../../columns.ts';
import { latestOf, type StoredRow } from '../../stored.ts';
import { defineTable, selectList, type Columns } from '../../table.ts';
import { fromStored, toStored, type WatchProbabilities } from './probabilities.ts';
import { keptId } from '../../kept-id.ts';
import { rowsAsOf } from '../past/as-of.ts';
import { watchCovers } from './watch-covers.ts';
import { watches as watchesMigration } from './009-watches.ts';
import { watchProbabilities as watchProbabilitiesMigration } from './021-watch-probabilities.ts';
import { watchKinds as watchKindsMigration } from './051-watch-kinds.ts';

export type WatchType = 'TOR' | 'SVR';

/** Probabilities of a watch. */
export interface WatchWithProbabilities {
  year: number;
  number: number;
  probabilities: WatchProbabilities;
}

/** Content of a watch. */
const content = {
  /** Identity together with the year: numbers start at 1 each January. */
  year: column<number>('year smallint'),
  number: column<number>('number integer'),
  /** Null for a word of the provider that is not known. */
  type: column<WatchType | null>('type text'),
  /** A particularly dangerous situation. */
  pds: column<boolean | null>('pds boolean'),
  maxHailIn: column<number | null>('max_hail_in double precision'),
  maxWindKt: column<number | null>('max_wind_kt double precision'),
  issuedAt: column<Date>('issued timestamptz'),
  expiresAt: column<Date>('expires timestamptz'),
  url: column<string | null>('url text'),
};
type WatchContent = RowOf<typeof content>;

/** What is known of a watch beside its content. */
const more = {
  states: column<string[]>('states text[]'),
  /** FIPS codes, five digits. */
  counties: column<string[]>('counties text[]'),
  /** Null until they are stored. */
  probabilities: column<WatchProbabilities | null>('probabilities jsonb'),
};

/** A watch in the current list of the provider. */
export interface ListedWatch extends WatchContent {
  area: Area | null;
}

export interface WatchRow extends WatchContent, RowOf<typeof more> {
  id: number;
  /** `ended`: the provider removed it from its list before it expired. */
  status: 'active' | 'expired' | 'ended';
  /** GeoJSON text. */
  geometry: string | null;
}

/** All filters must hold. */
interface WatchSearch extends Paging, TimeRange {
  /** Searches the rows as they were known at this moment; the rows of today if absent. */
  asOf?: Date | undefined;
  area?: SearchArea | undefined;
  state?: string | undefined;
  type?: WatchType | undefined;
  /** Only those active at `at`. */
  active: boolean;
  at: Date;
}

/** What bulletins say of a watch; null and empty lists for what they do not say. */
export interface WatchFacts extends Omit<WatchContent, 'issuedAt' | 'expiresAt'>, RowOf<typeof more> {
  /** Time of the oldest bulletin, and the start of validity, which is `issuedAt` of a listed watch. */
  issuedAt: Date | null;
  validFrom: Date | null;
  expiresAt: Date | null;
  /** When it was cancelled or replaced. */
  endedAt: Date | null;
  area: Area | null;
  /** Whether it corrects what was said before; otherwise stored values stay. */
  isCorrection: boolean;
}

/** Ids of the changed rows. */
interface WatchChange {
  new: number[];
  updated: number[];
  ended: number[];
}

export interface Watches {
  /**
   * Stores listed watches and ends those that have expired and, after a complete list, those that are not in it. Counties
   * and states of active watches are those of their alerts. A watch without alerts has the states of the counties that its
   * outline intersects.
   */
  store(listed: ListedWatch[], complete: boolean): Promise<WatchChange>;
  /**
   * Merges what bulletins say of watches with stored rows. A cancelled watch does not become active again. A watch without
   * its times cannot be stored.
   *
   * @returns the change, and the number of watches that are not stored
   */
  merge(facts: WatchFacts[]): Promise<WatchChange & { unknown: number }>;
  /** Stores probabilities of existing watches that have none. @returns ids of the changed watches */
  addProbabilities(foreseen: WatchWithProbabilities[]): Promise<number[]>;
  /** Number of active watches without probabilities. */
  countWithoutProbabilities(at: Date): Promise<number>;
  /** Number of active watches, by their status. */
  countActive(at: Date): Promise<number>;
  search(search: WatchSearch): Promise<Page<WatchRow>>;
}

const columns: Columns<WatchRow> = {
  id: 't.id',
  status: 't.status',
  ...shown({ ...content, ...more }),
  geometry: geoJsonOf('t.shape'),
};
const columnsSql = selectList(columns);

export const watchesTable = defineTable({
  name: 'watches',
  migrations: [watchesMigration, watchProbabilitiesMigration, watchKindsMigration],
  dataSet: 'watches',
  streamSource: 'watches',
  columns,
  retention: { keep: { days: 30 }, column: 'expires' },
  create: createWatches,
});

function createWatches(context: TableContext): Watches {
  const { knex, simulated, clock } = context;
  return {
    store: (listed, complete) =>
      changeDataSet(context, async (trx) => {
        const keys = listed.map(({ year, number }) => `${year}/${number}`);
        const values = { simulated, now: clock(), given: JSON.stringify(listed), keys, complete };
        const stored = await rowsOf<StoredRow & { id: number }>(trx, storeSql, values);
        const ended = (await rowsOf<{ id: number }>(trx, endSql, values)).map(({ id }) => id);
        const linked = await rowsOf<{ id: number }>(trx, linkSql, values);
        const isNew = new Set(stored.filter((row) => row.isNew).map(({ id }) => id));
        const touched = new Set([...stored, ...linked].map(({ id }) => id));
        const updated = [...touched].filter((id) => !isNew.has(id) && !ended.includes(id));
        const result: WatchChange = { new: [...isNew], updated, ended };
        const dataAt = latestOf(listed.map(({ issuedAt }) => issuedAt));
        return { result, changed: touched.size + ended.length > 0, dataAt, ids: result };
      }),

    merge: (facts) =>
      changeDataSet(context, async (trx) => {
        const given = JSON.stringify(
          facts.map((watch) => ({ ...watch, probabilities: watch.probabilities && toStored(watch.probabilities) })),
        );
        const values = { simulated, now: clock(), given, keys: [], complete: false };
        const [{ known }] = await rowsOf<{ known: number }>(trx, countMergeableSql, values);
        const stored = await rowsOf<StoredRow & { id: number; isOver: boolean }>(trx, mergeSql, values);
        const due = await rowsOf<{ id: number }>(trx, endSql, values);
        const linked = await rowsOf<{ id: number }>(trx, linkSql, values);
        const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id);
        const isNew = idsOf(stored.filter((row) => row.isNew));
        const ended = [...new Set(idsOf([...stored.filter((row) => row.isOver && !row.isNew), ...due]))];
        const touched = new Set([...idsOf(stored), ...idsOf(linked)]);
        const updated = [...touched].filter((id) => !isNew.includes(id) && !ended.includes(id));
        const result = { new: isNew, updated, ended, unknown: facts.length - known };
        const dataAt = latestOf(facts.map(({ issuedAt, endedAt }) => issuedAt ?? endedAt));
        return { result, changed: touched.size + ended.length > 0, dataAt, ids: { new: isNew, updated, ended } };
      }),

    addProbabilities: (watches) =>
      changeDataSet(context, async (trx) => {
        const given = watches.map((watch) => ({ ...watch, probabilities: toStored(watch.probabilities) }));
        const values = { simulated, given: JSON.stringify(given) };
        const rows = await rowsOf<{ id: number }>(trx, addProbabilitiesSql, values);
        return { result: rows.map(({ id }) => id), changed: rows.length > 0 };
      }),

    countWithoutProbabilities: (at) =>
      countRows(
        knex,
        `watches
         where simulated = :simulated and status = 'active' and expires > :at and probabilities is null`,
        { simulated, at },
      ),

    countActive: (at) =>
      countRows(knex, `watches where simulated = :simulated and status = 'active' and expires > :at`, {
        simulated,
        at,
      }),

    async search({ asOf, area, state, type, active, at, ...page }) {
      const found = await pageOf<StoredWatch>(knex, {
        ...page,
        columns: columnsSql,
        from: rowsAsOf('watches', asOf),
        where: allOf([
          { sql: 't.simulated = :simulated', values: { simulated } },
          active ? { sql: `t.status = 'active' and t.expires > :at`, values: { at } } : undefined,
          equals('type', type),
          inWatch(area),
          inTime(page, 't.issued'),
          state === undefined ? undefined : { sql: 't.states @> array[cast(:state as text)]', values: { state } },
        ]),
        order: 't.issued desc, t.id desc',
      });
      return { ...found, rows: found.rows.map(readWatch) };
    },
  };
}

/** A row, in which the keys of JSON are as they are stored. */
type StoredWatch = Omit<WatchRow, 'probabilities'> & {
  probabilities: Record<string, number | null> | null;
};

function inWatch(area: SearchArea | undefined): Condition | undefined {
  const intersects = (column: string) => inArea(area, column, 'shapes')?.sql ?? 'true';
  const byOutline = inArea(area, 't.shape', 'shapes');
  return byOutline && { ...byOutline, sql: watchCovers(intersects) };
}

/** A watch as it is presented. */
export function readWatch(row: StoredWatch): WatchRow {
  return { ...row, probabilities: fromStored(row.probabilities) };
}

/** What may change of a watch. */
const replaced = { ...except(content, 'year', 'number'), status: 'status text' };

const storeSql = `
with given as (
  select distinct on (year, number) * from ${givenRows({ ...content, area: 'area text' })}
  order by year, number, "expiresAt" desc)
insert into watches as old (id, simulated, ${names(content)}, status, shape)
overriding system value
select ${keptId('watches', 'known.id')}, cast(:simulated as boolean), ${givenValues(content)},
  case when "expiresAt" > :now then 'active' else 'expired' end, ${shapeOf('area')}
from given left join watches known
  on known.simulated = :simulated and known.year = given.year and known.number = given.number
order by given.year, given.number
on conflict (simulated, year, number) do update set ${assignments(replaced)}, shape = excluded.shape
where (${names(replaced, 'old')}, old.shape) is distinct from (${names(replaced, 'excluded')}, excluded.shape)
returning id, xmax = 0 as "isNew"`;

const bulletin = {
  ...content,
  ...more,
  validFrom: 'valid_from timestamptz',
  endedAt: 'ended timestamptz',
  area: 'area text',
  isCorrection: 'is_correction boolean',
};

const factsSql = `${givenRows(bulletin)}
left join watches known
  on known.simulated = :simulated and known.year = given.year and known.number = given.number
where known.id is not null
  or (given."expiresAt" is not null and coalesce(given."validFrom", given."issuedAt") is not null)`;

const countMergeableSql = `select count(*) as known from ${factsSql}`;

/** The stored value, unless a bulletin corrects it. */
const either = (stored: string, said: string) =>
  `case when given."isCorrection" then coalesce(${said}, ${stored}) else coalesce(${stored}, ${said}) end`;

/** A bulletin can extend a watch and end it, but a watch that has ended stays so. */
const expirySql = `case
  when known.status = 'ended' then known.expires
  when "endedAt" is not null then least("endedAt", coalesce(known.expires, "expiresAt", "endedAt"))
  when given."isCorrection" then coalesce("expiresAt", known.expires)
  else greatest(known.expires, "expiresAt") end`;

/** What bulletins may change of a watch. */
const merged = { ...except(replaced, 'type', 'url'), ...more };

const mergeSql = `
insert into watches as old (id, simulated, ${names({ ...content, ...more })}, status, shape)
overriding system value
select ${keptId('watches', 'known_id')}, cast(:simulated as boolean), ${names({ ...content, ...more })},
  case when over then 'ended' when expires > :now then 'active' else 'expired' end, shape
from (
  select known.id as known_id, given.year, given.number, coalesce(known.type, given.type) as type,
    coalesce(known.status = 'ended', false) or "endedAt" is not null as over,
    ${either('known.pds', 'given.pds')} as pds,
    ${either('known.max_hail_in', '"maxHailIn"')} as max_hail_in,
    ${either('known.max_wind_kt', '"maxWindKt"')} as max_wind_kt,
    ${either('known.issued', 'coalesce("validFrom", "issuedAt")')} as issued,
    ${expirySql} as expires,
    case when given.counties <> '{}' or given."isCorrection"
      then coalesce(nullif(given.states, '{}'), known.states, '{}')
      else coalesce(nullif(known.states, '{}'), given.states) end as states,
    coalesce(nullif(given.counties, '{}'), known.counties, '{}') as counties,
    ${either('known.probabilities', 'given.probabilities')} as probabilities,
    coalesce(known.url, given.url) as url,
    ${either('known.shape', shapeOf('area'))} as shape
  from ${factsSql}
) merged
on conflict (simulated, year, number) do update set
  type = coalesce(old.type, excluded.type), ${assignments(merged)}, shape = excluded.shape
where (old.type, ${names(merged, 'old')}, ST_AsBinary(old.shape)) is distinct from (
  coalesce(old.type, excluded.type), ${names(merged, 'excluded')}, ST_AsBinary(excluded.shape))
returning id, xmax = 0 as "isNew", status <> 'active' as "isOver"`;

const addProbabilitiesSql = `
update watches w set probabilities = given.probabilities
from (
  select distinct on (year, number) *
  from ${givenRows({ year: content.year, number: content.number, probabilities: more.probabilities })}
  order by year, number
) given
where w.simulated = :simulated and w.year = given.year and w.number = given.number and w.probabilities is null
returning w.id`;

const endSql = `
update watches set status = case when expires <= :now then 'expired' else 'ended' end
where simulated = :simulated and status = 'active'
  and (expires <= :now or (:complete and not (year || '/' || number = any(:keys))))
returning id`;

/**
 * The key of an alert contains the number of its watch, `OUN.TO.A.0212.2026`; its counties are those still in the watch. At New Year
 * an office may issue the alert in the year after that of its watch.
 */
const linkSql = `
update watches w set states = linked.states, counties = linked.counties
from (
  select w.id, coalesce(of_alerts.counties, w.counties) as counties,
    coalesce(of_alerts.states, nullif(w.states, '{}'), of_shape.states, '{}') as states
  from watches w
  left join lateral (
    select array_agg(distinct county order by county) as counties, array_agg(distinct state order by state) as states
    from alerts a left join lateral unnest(a.fips) as county on true left join lateral unnest(a.states) as state on true
    where a.simulated = w.simulated and a.status = 'active' and substr(a.event_key, 5) in (
        select case w.type when 'TOR' then 'TO' else 'SV' end || '.A.' || lpad(cast(w.number as text), 4, '0') || '.' || year
        from (values (w.year), (extract(year from w.expires at time zone 'UTC'))) as years (year))
      and county is not null
  ) of_alerts on true
  left join lateral (
    select array_agg(distinct z.state order by z.state) as states from zones z
    where w.states = '{}' and z.kind = 'county' and z.state is not null and ST_Intersects(z.shape, w.shape)
  ) of_shape on true
  where w.simulated = :simulated and (w.status = 'active' or w.states = '{}')
) linked
where w.id = linked.id and (w.states, w.counties) is distinct from (linked.states, linked.counties)
returning w.id`;
