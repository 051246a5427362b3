import type { Line, SearchArea } from '@severe/geo';
import { allOf, geoJsonOf, inArea, inTime, pageOf, type Page } from '../../filters.ts';
import { rowsOf, type TableContext } from '../../context.ts';
import { changeDataSet } from '../../change-data-set.ts';
import { defineTable, selectList, type Columns } from '../../table.ts';
import { rowsAsOf } from '../past/as-of.ts';
import { damageTracks as damageTracksMigration } from './018-damage-tracks.ts';

/** Survey of a tornado track. */
export interface DamageTrackContent {
  at: Date;
  /** Local date: `2013-05-20`. */
  eventDate: string;
  /** 0 to 5; null if not rated. */
  ef: number | null;
  /** `EF3`, `EF3+`, `EFU`. */
  efLabel: string;
  lengthM: number | null;
  /** Maximum width. */
  widthM: number | null;
  maxWindMph: number | null;
  injuries: number | null;
  fatalities: number | null;
  wfo: string | null;
  state: string | null;
  comments: string | null;
}

/** A track of the provider. */
export interface DamageTrack extends DamageTrackContent {
  /** Identifier of the provider. */
  sourceId: number;
  line: Line;
}

export interface DamageTrackRow extends DamageTrackContent {
  id: number;
  /** GeoJSON text. */
  geometry: string;
}

/** All filters must hold. */
export interface DamageTrackSearch {
  /** Searches the rows as they were known at this moment; the rows of today if absent. */
  asOf?: Date | undefined;
  area?: SearchArea | undefined;
  /** Code of a county, `OKC027`, that the track touches. */
  county?: string | undefined;
  /** Excludes tracks without a rating. */
  minEf?: number | undefined;
  start: Date;
  limit: number;
}

export interface DamageTracks {
  /**
   * Stores tracks; they replace existing ones. A missing state is that of the county in which the track begins.
   *
   * @param since the list is complete from this time on: stored tracks that are not in it are removed
   */
  store(tracks: DamageTrack[], since?: Date): Promise<{ new: number[]; updated: number[]; removed: number }>;
  /** Newest first. */
  search(search: DamageTrackSearch): Promise<Page<DamageTrackRow>>;
  /** Whether the table has no tracks. */
  isEmpty(): Promise<boolean>;
}

/** Rows per statement: a statement has two seconds, and a line can have thousands of positions. */
const storedAtOnce = 100;

const columns: Columns<DamageTrackRow> = {
  id: 't.id',
  at: 't.at',
  eventDate: 't.event_date',
  ef: 't.ef',
  efLabel: 't.ef_label',
  lengthM: 't.length_m',
  widthM: 't.width_m',
  maxWindMph: 't.max_wind_mph',
  injuries: 't.injuries',
  fatalities: 't.fatalities',
  wfo: 't.wfo',
  state: 't.state',
  comments: 't.comments',
  geometry: geoJsonOf('t.line'),
};
const columnsSql = selectList(columns);

export const damageTracksTable = defineTable({
  name: 'damage_tracks',
  migrations: [damageTracksMigration],
  dataSet: 'damage_tracks',
  streamSource: 'damage_tracks',
  columns,
  retention: { keep: { days: 3660 }, column: 'at' },
  create: createDamageTracks,
});

function createDamageTracks(context: TableContext): DamageTracks {
  const { knex, simulated } = context;

  return {
    store(tracks, since) {
      return changeDataSet(context, async (trx) => {
        const stored: { id: string; isNew: boolean }[] = [];
        for (let i = 0; i < tracks.length; i += storedAtOnce) {
          const given = JSON.stringify(tracks.slice(i, i + storedAtOnce));
          stored.push(...(await rowsOf<(typeof stored)[number]>(trx, storeSql, { simulated, given })));
        }
        const listed = tracks.map(({ sourceId }) => sourceId);
        const gone = since ? await rowsOf(trx, withdrawSql, { simulated, since, listed }) : [];
        const ids = (areNew: boolean) => stored.flatMap(({ id, isNew }) => (isNew === areNew ? [Number(id)] : []));
        const result = { new: ids(true), updated: ids(false), removed: gone.length };
        const newest = Math.max(...tracks.map(({ at }) => at.getTime()));
        const dataAt = tracks.length > 0 ? new Date(newest) : undefined;
        return { result, changed: stored.length + gone.length > 0, dataAt };
      });
    },

    async search({ asOf, area, county, minEf, start, limit }) {
      const page = await pageOf<Omit<DamageTrackRow, 'id'> & { id: string }>(knex, {
        columns: columnsSql,
        from: rowsAsOf('damage_tracks', asOf),
        where: allOf([
          { sql: 't.simulated = :simulated', values: { simulated } },
          inTime({ start }, 't.at'),
          minEf === undefined ? undefined : { sql: 't.ef >= :minEf', values: { minEf } },
          inArea(area, 't.line', 'shapes'),
          county === undefined ? undefined : { sql: touchesCountySql, values: { county } },
        ]),
        order: 't.at desc, t.id desc',
        limit,
        offset: 0,
      });
      return { ...page, rows: page.rows.map((row) => ({ ...row, id: Number(row.id) })) };
    },

    async isEmpty() {
      const rows = await rowsOf(knex, 'select id from damage_tracks where simulated = :simulated limit 1', {
        simulated,
      });
      return rows.length === 0;
    },
  };
}

const touchesCountySql = `exists (
  select from zones county
  where county.ugc = :county and county.kind = 'county' and ST_Intersects(county.shape, t.line))`;

/** Of two tracks with one identifier the last is stored. */
const storeSql = `
with numbered as (
  select row_number() over () as place, given.*, md5(cast(given as text)) as digest
  from jsonb_to_recordset(cast(:given as jsonb)) as given (
    "sourceId" bigint, at timestamptz, "eventDate" text, ef integer, "efLabel" text, "lengthM" double precision,
    "widthM" double precision, "maxWindMph" double precision, injuries double precision, fatalities double precision,
    wfo text, state text, comments text, line text)),
given as (
  select distinct on ("sourceId") *, ST_SetSRID(ST_GeomFromGeoJSON(line), 4326) as path
  from numbered order by "sourceId", place desc)
insert into damage_tracks as old (simulated, source_id, version, digest, at, event_date, ef, ef_label, length_m, width_m,
  max_wind_mph, injuries, fatalities, wfo, state, comments, line)
select :simulated, "sourceId", 1, digest, at, "eventDate", ef, "efLabel", "lengthM", "widthM", "maxWindMph", injuries,
  fatalities, wfo, coalesce(state, (
    select county.state from zones county
    where county.kind = 'county' and ST_Intersects(county.shape, ST_StartPoint(ST_GeometryN(path, 1)))
    order by county.ugc limit 1)), comments, path
from given
where not exists (
  select from damage_tracks known
  where known.simulated = :simulated and known.source_id = given."sourceId" and known.digest = given.digest)
order by place
on conflict (simulated, source_id) do update set
  version = old.version + 1, digest = excluded.digest, at = excluded.at, event_date = excluded.event_date,
  ef = excluded.ef, ef_label = excluded.ef_label, length_m = excluded.length_m, width_m = excluded.width_m,
  max_wind_mph = excluded.max_wind_mph, injuries = excluded.injuries, fatalities = excluded.fatalities,
  wfo = excluded.wfo, state = excluded.state, comments = excluded.comments, line = excluded.line
returning id, version = 1 as "isNew"`;

const withdrawSql = `
delete from damage_tracks
where simulated = :simulated and at >= :since and source_id <> all(cast(:listed as bigint[])) returning id`;
