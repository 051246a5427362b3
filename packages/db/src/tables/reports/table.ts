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
import type { TableContext } from '../../context.ts';
import { changeDataSet } from '../../change-data-set.ts';
import {
  assignments,
  column,
  except,
  givenPoint,
  givenPosition,
  givenRows,
  givenValues,
  names,
  shown,
  type RowOf,
} from '../../columns.ts';
import { idsOf, latestOf, storeInParts, type StoredRow } from '../../stored.ts';
import { defineTable, selectList, type Columns } from '../../table.ts';
import { reports as reportsMigration } from './010-reports.ts';

/** Content of a storm report. Its order stays: a digest is made of it, and another digest is another report. */
const content = {
  type: column<'tornado' | 'hail' | 'wind' | 'flood'>('type text'),
  /** `spc`: the weather service, from tables of SPC or the local storm reports behind them. */
  source: column<'spc' | 'mping' | 'spotter_network'>('source text'),
  /** Hail in inches, wind in miles per hour, tornadoes on the enhanced Fujita scale; null for floods and if unknown. */
  magnitude: column<number | null>('magnitude double precision'),
  units: column<'in' | 'mph' | 'EF' | null>('units text'),
  qualifier: column<'measured' | 'estimated' | null>('qualifier text'),
  at: column<Date>('at timestamptz'),
  /** Time of issue; null if the source does not give it. */
  receivedAt: column<Date | null>('received_at timestamptz'),
  place: column<string | null>('place text'),
  county: column<string | null>('county text'),
  state: column<string | null>('state text'),
  wfo: column<string | null>('wfo text'),
  /** Observer: `Trained Spotter`. */
  reportedBy: column<string | null>('reported_by text'),
  remarks: column<string | null>('remarks text'),
};
export type ReportContent = RowOf<typeof content>;

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

interface Stored extends StoredRow {
  id: number;
  at: Date;
}

/** Rows per statement: a statement has two seconds. */
const storedAtOnce = 300;

const columns: Columns<ReportRow> = { id: 't.id', ...shown(content), geometry: geoJsonOf('t.point') };
const columnsSql = selectList(columns);

/** Of two reports of one event the later one is stored. A missing state is that of the county at the location. */
const storeSql = `
with given as (
  select distinct on (source, key) given.*, md5(cast(given as text)) as digest
  from ${givenRows({ key: 'key text', ...content, ...givenPosition })}
  order by source, key, "receivedAt" desc nulls last, magnitude desc nulls last)
insert into reports as old (simulated, key, version, digest, ${names(content)}, point)
select :simulated, key, 1, digest, ${givenValues(content, { state: 'coalesce(given.state, around.state)' })}, ${givenPoint}
from given
left join lateral (
  select zones.state from zones
  where given.state is null and zones.kind = 'county' and ST_Intersects(zones.shape, ${givenPoint})
  order by zones.ugc limit 1
) around on true
where not exists (
  select from reports known
  where known.simulated = :simulated and known.source = given.source and known.key = given.key
    and (known.digest = given.digest or coalesce(known.received_at > given."receivedAt", known.received_at is not null)))
on conflict (simulated, source, key) do update set version = old.version + 1, digest = excluded.digest,
  ${assignments(except(content, 'type', 'source', 'units'))}
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
        const stored = await storeInParts<Stored>(trx, storeSql, { simulated }, reports, storedAtOnce);
        const result = idsOf(stored);
        return { result, changed: stored.length > 0, dataAt: latestOf(stored.map(({ at }) => at)), ids: result };
      });
    },

    async search({ asOf, area, state, wfo, type, source, minMagnitude, ...page }) {
      return longPageOf<ReportRow>(knex, {
        ...page,
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
          inTime(page, 't.at'),
          inArea(area, 't.point', 'points'),
        ]),
        order: 't.at desc, t.id desc',
      });
    },
  };
}
