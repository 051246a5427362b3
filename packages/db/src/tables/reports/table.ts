import type { SearchArea } from '@severe/geo';
import {
  allOf,
  equals,
  geoJsonOf,
  inArea,
  inTime,
  longPageOf,
  type Page,
  type Paging,
  type TimeRange,
  type UncountedPage,
} from '../../filters.ts';
import { rowsOf, type TableContext } from '../../context.ts';
import { changeDataSet } from '../../change-data-set.ts';
import { defineTable, selectList, type Columns } from '../../table.ts';
import { reports as reportsMigration } from './010-reports.ts';

/** Content of a storm report. */
export interface ReportContent {
  type: 'tornado' | 'hail' | 'wind' | 'flood';
  /** `spc`: the weather service, from tables of SPC or the local storm reports behind them. */
  source: 'spc' | 'mping' | 'spotter_network';
  /** Hail in inches, wind in miles per hour, tornadoes on the enhanced Fujita scale; null for floods and if unknown. */
  magnitude: number | null;
  units: 'in' | 'mph' | 'EF' | null;
  qualifier: 'measured' | 'estimated' | null;
  at: Date;
  /** Time of issue; null if the source does not give it. */
  receivedAt: Date | null;
  place: string | null;
  county: string | null;
  state: string | null;
  wfo: string | null;
  /** Observer: `Trained Spotter`. */
  reportedBy: string | null;
  remarks: string | null;
}

/** A new report. */
export interface Report extends ReportContent {
  /** Identical for all reports of an event by this source. */
  key: string;
  lon: number;
  lat: number;
}

/** A report in a list. */
export interface ReportRow extends ReportContent {
  id: number;
  /** GeoJSON text. */
  geometry: string;
}

/** All filters must hold. */
export interface ReportSearch extends Paging, TimeRange {
  /** Searches the rows as they were known at this moment; the rows of today if absent. */
  asOf?: Date | undefined;
  area?: SearchArea | undefined;
  state?: string | undefined;
  wfo?: string | undefined;
  type?: string | undefined;
  source?: string | undefined;
  /** Excludes reports without a magnitude. */
  minMagnitude?: number | undefined;
}

export interface Reports {
  /**
   * Stores reports. One that was issued before the stored one changes nothing. One without a time of issue is older than
   * any with one.
   *
   * @returns ids of new and of changed rows
   */
  store(reports: Report[]): Promise<{ new: number[]; updated: number[] }>;
  /** Newest first; counted unless there are many. */
  search(search: ReportSearch): Promise<Page<ReportRow> | UncountedPage<ReportRow>>;
}

/** Rows per statement: a statement has two seconds. */
const storedAtOnce = 300;

const columns: Columns<ReportRow> = {
  id: 't.id',
  type: 't.type',
  source: 't.source',
  magnitude: 't.magnitude',
  units: 't.units',
  qualifier: 't.qualifier',
  at: 't.at',
  receivedAt: 't.received_at',
  place: 't.place',
  county: 't.county',
  state: 't.state',
  wfo: 't.wfo',
  reportedBy: 't.reported_by',
  remarks: 't.remarks',
  geometry: geoJsonOf('t.point'),
};
const columnsSql = selectList(columns);

/** Of two reports of one event the later one is stored. A missing state is that of the county at the location. */
const storeSql = `
with given as (
  select distinct on (source, key) given.*, md5(cast(given as text)) as digest
  from jsonb_to_recordset(cast(:given as jsonb)) as given (
    key text, type text, source text, magnitude double precision, units text, qualifier text, at timestamptz,
    "receivedAt" timestamptz, place text, county text, state text, wfo text, "reportedBy" text, remarks text,
    lon double precision, lat double precision)
  order by source, key, "receivedAt" desc nulls last, magnitude desc nulls last)
insert into reports as old (simulated, source, key, version, digest, type, magnitude, units, qualifier, at, received_at,
  place, county, state, wfo, reported_by, remarks, point)
select :simulated, source, key, 1, digest, type, magnitude, units, qualifier, at, "receivedAt", place, county,
  coalesce(given.state, around.state), wfo, "reportedBy", remarks, ST_SetSRID(ST_MakePoint(lon, lat), 4326)
from given
left join lateral (
  select zones.state from zones
  where given.state is null and zones.kind = 'county'
    and ST_Intersects(zones.shape, ST_SetSRID(ST_MakePoint(lon, lat), 4326))
  order by zones.ugc limit 1
) around on true
where not exists (
  select from reports known
  where known.simulated = :simulated and known.source = given.source and known.key = given.key
    and (known.digest = given.digest or coalesce(known.received_at > given."receivedAt", known.received_at is not null)))
on conflict (simulated, source, key) do update set
  version = old.version + 1, digest = excluded.digest, magnitude = excluded.magnitude, qualifier = excluded.qualifier,
  at = excluded.at, received_at = excluded.received_at, place = excluded.place, county = excluded.county,
  state = excluded.state, wfo = excluded.wfo, reported_by = excluded.reported_by, remarks = excluded.remarks
returning id, version = 1 as "isNew", at`;

export const reportsTable = defineTable({
  name: 'reports',
  migrations: [reportsMigration],
  dataSet: 'reports',
  streamSource: 'reports',
  columns,
  retention: { keep: { days: 'reportRetentionDays' }, column: 'at' },
  create: createReports,
});

function createReports(context: TableContext): Reports {
  const { knex, simulated } = context;

  return {
    store(reports) {
      return changeDataSet(context, async (trx) => {
        const stored: { id: number; isNew: boolean; at: Date }[] = [];
        for (let i = 0; i < reports.length; i += storedAtOnce) {
          const given = JSON.stringify(reports.slice(i, i + storedAtOnce));
          stored.push(...(await rowsOf<(typeof stored)[number]>(trx, storeSql, { simulated, given })));
        }
        const ids = (areNew: boolean) => stored.flatMap(({ id, isNew }) => (isNew === areNew ? [id] : []));
        const result = { new: ids(true), updated: ids(false) };
        if (stored.length === 0) return { result, changed: false };
        const dataAt = new Date(Math.max(...stored.map(({ at }) => at.getTime())));
        return { result, changed: true, dataAt, ids: result };
      });
    },

    async search(search) {
      const { asOf, area, state, wfo, type, source, minMagnitude, limit, offset, through, ids } = search;
      return longPageOf<ReportRow>(knex, {
        columns: columnsSql,
        table: 'reports',
        asOf,
        where: allOf([
          { sql: 't.simulated = :simulated', values: { simulated } },
          equals('state', state),
          equals('wfo', wfo),
          equals('type', type),
          equals('source', source),
          minMagnitude === undefined ? undefined : { sql: 't.magnitude >= :minMagnitude', values: { minMagnitude } },
          inTime(search, 't.at'),
          inArea(area, 't.point', 'points'),
        ]),
        order: 't.at desc, t.id desc',
        limit,
        offset,
        through,
        ids,
      });
    },
  };
}
