import { createHash } from 'node:crypto';
import type { Line, SearchArea } from '@severe/geo';
import {
  allOf,
  equals,
  geoJsonOf,
  inIndexedBox,
  inTime,
  pageOf,
  type Page,
  type Paging,
  type TimeRange,
} from '../../filters.ts';
import { countRows, rowsOf, type TableContext } from '../../context.ts';
import { changeDataSet } from '../../change-data-set.ts';
import type { Handle } from '../../handle.ts';
import { assignments, column, givenRows, givenValues, names, shown, type RowOf } from '../../columns.ts';
import { idsOf, latestOf, storeInParts, type StoredRow } from '../../stored.ts';
import { defineTable, selectList, type Columns } from '../../table.ts';
import { rowsAsOf } from '../past/as-of.ts';
import { damageTracks as damageTracksMigration } from './018-damage-tracks.ts';

/** Survey of a tornado track. Its order stays: a digest is made of it, and another digest is another survey. */
const content = {
  at: column<Date>('at timestamptz'),
  /** Local date: `2013-05-20`. */
  eventDate: column<string>('event_date text'),
  /** 0 to 5; null if not rated. */
  ef: column<number | null>('ef integer'),
  /** `EF3`, `EF3+`, `EFU`. */
  efLabel: column<string>('ef_label text'),
  lengthM: column<number | null>('length_m double precision'),
  /** Maximum width. */
  widthM: column<number | null>('width_m double precision'),
  maxWindMph: column<number | null>('max_wind_mph double precision'),
  injuries: column<number | null>('injuries double precision'),
  fatalities: column<number | null>('fatalities double precision'),
  wfo: column<string | null>('wfo text'),
  state: column<string | null>('state text'),
  comments: column<string | null>('comments text'),
};
export type DamageTrackContent = RowOf<typeof content>;

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
interface DamageTrackSearch extends Paging, TimeRange {
  /** Searches the rows as they were known at this moment; the rows of today if absent. */
  asOf?: Date | undefined;
  area?: SearchArea | undefined;
  state?: string | undefined;
  wfo?: string | undefined;
  /** FIPS codes of counties of which the track touches one. */
  counties?: string[] | undefined;
  /** Excludes tracks without a rating. */
  minEf?: number | undefined;
  start: Date;
}

/** A track from a statement, which has no identifier. */
type SurveyedTrack = Omit<DamageTrack, 'sourceId'>;

export interface DamageTracks {
  /**
   * Stores tracks of statements. One that begins where and when a stored track does is the same: it replaces one of a
   * statement, and changes nothing about one of the provider.
   */
  storeSurveys(tracks: SurveyedTrack[]): Promise<{ new: number[]; updated: number[] }>;
  /**
   * Stores tracks; they replace existing ones, and those of statements about the same tornado. A missing state is that
   * of the county in which the track begins.
   *
   * @param since the list is complete from this time on: stored tracks that are not in it are removed
   */
  store(tracks: DamageTrack[], since?: Date): Promise<{ new: number[]; updated: number[]; removed: number }>;
  /** Newest first. */
  search(search: DamageTrackSearch): Promise<Page<DamageTrackRow>>;
  /** Number of tracks of the provider, of storms from `since` on. */
  countListed(since?: Date): Promise<number>;
}

/** Rows per statement: a statement has two seconds, and a line can have thousands of positions. */
const storedAtOnce = 100;

const columns: Columns<DamageTrackRow> = { id: 't.id', ...shown(content), geometry: geoJsonOf('t.line') };
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
        const stored = await storeTracks(trx, simulated, tracks);
        if (stored.length > 0) await rowsOf(trx, dropSurveysSql, { simulated });
        const listed = tracks.map(({ sourceId }) => sourceId);
        const gone = since ? await rowsOf(trx, withdrawSql, { simulated, since, listed }) : [];
        const result = { ...idsOf(stored), removed: gone.length };
        return { result, changed: stored.length + gone.length > 0, dataAt: newestOf(tracks) };
      });
    },

    storeSurveys(tracks) {
      return changeDataSet(context, async (trx) => {
        const result: { new: number[]; updated: number[] } = { new: [], updated: [] };
        for (const track of tracks) {
          const values = { simulated, at: track.at, line: JSON.stringify(track.line) };
          const [known] = await rowsOf<{ sourceId: number }>(trx, sameTornadoSql, values);
          const sourceId = known ? known.sourceId : surveyId(track);
          if (sourceId >= 0) continue; // the provider's own track is better
          const ids = idsOf(await storeTracks(trx, simulated, [{ ...track, sourceId }]));
          result.new.push(...ids.new);
          result.updated.push(...ids.updated);
        }
        return { result, changed: result.new.length + result.updated.length > 0, dataAt: newestOf(tracks) };
      });
    },

    async search({ asOf, area, state, wfo, counties, minEf, ...page }) {
      return pageOf<DamageTrackRow>(knex, {
        ...page,
        columns: columnsSql,
        from: rowsAsOf('damage_tracks', asOf),
        where: allOf([
          { sql: 't.simulated = :simulated', values: { simulated } },
          inTime(page, 't.at'),
          equals('state', state),
          equals('wfo', wfo),
          minEf === undefined ? undefined : { sql: 't.ef >= :minEf', values: { minEf } },
          inIndexedBox(area, 't.line'),
          counties === undefined ? undefined : { sql: touchesCountySql, values: { counties } },
        ]),
        order: 't.at desc, t.id desc',
      });
    },

    async countListed(since = new Date(0)) {
      return countRows(knex, 'damage_tracks where simulated = :simulated and source_id >= 0 and at >= :since', {
        simulated,
        since,
      });
    },
  };
}

const touchesCountySql = `exists (
  select from zones county
  where county.fips = any(:counties) and ST_Intersects(county.shape, t.line))`;

type StoredTrack = StoredRow & { id: number };

function storeTracks(trx: Handle, simulated: boolean, tracks: DamageTrack[]): Promise<StoredTrack[]> {
  return storeInParts(trx, storeSql, { simulated }, tracks, storedAtOnce);
}

const newestOf = (tracks: SurveyedTrack[]) => latestOf(tracks.map(({ at }) => at));

/** An identifier for a track of a statement: negative, because those of the provider are positive. */
function surveyId({ at, line }: SurveyedTrack): number {
  const digest = createHash('sha256')
    .update(JSON.stringify([at, line.coordinates[0]]))
    .digest();
  return -1 - digest.readUIntBE(0, 6);
}

/** Statements and toolkit give the start of a tornado alike within these limits; two tornadoes of a storm are further apart. */
const sameBegin = (one: string, other: string, at: string, otherAt: string) =>
  `abs(extract(epoch from ${at} - ${otherAt})) <= 900
   and ST_DWithin(geography(ST_StartPoint(ST_GeometryN(${one}, 1))), geography(ST_StartPoint(ST_GeometryN(${other}, 1))), 3000)`;

const sameTornadoSql = `
select source_id as "sourceId" from damage_tracks
where simulated = :simulated
  and ${sameBegin('line', 'ST_SetSRID(ST_GeomFromGeoJSON(cast(:line as text)), 4326)', 'at', 'cast(:at as timestamptz)')}
order by source_id desc limit 1`;

/** Removes tracks of statements that the provider has too. */
const dropSurveysSql = `
delete from damage_tracks survey using damage_tracks own
where survey.simulated = :simulated and own.simulated = :simulated and survey.source_id < 0 and own.source_id >= 0
  and ${sameBegin('survey.line', 'own.line', 'survey.at', 'own.at')}`;

/** The state in which a track begins. */
const stateSql = `
    select county.state from zones county
    where county.kind = 'county' and ST_Intersects(county.shape, ST_StartPoint(ST_GeometryN(path, 1)))
    order by county.ugc limit 1`;

/** Of two tracks with one identifier the last is stored. */
const storeSql = `
with numbered as (
  select row_number() over () as place, given.*, md5(cast(given as text)) as digest
  from ${givenRows({ sourceId: 'source_id bigint', ...content, line: 'line text' })}),
given as (
  select distinct on ("sourceId") *, ST_SetSRID(ST_GeomFromGeoJSON(line), 4326) as path
  from numbered order by "sourceId", place desc)
insert into damage_tracks as old (simulated, source_id, version, digest, ${names(content)}, line)
select :simulated, "sourceId", 1, digest, ${givenValues(content, { state: `coalesce(given.state, (${stateSql}))` })}, path
from given
where not exists (
  select from damage_tracks known
  where known.simulated = :simulated and known.source_id = given."sourceId" and known.digest = given.digest)
order by place
on conflict (simulated, source_id) do update set
  version = old.version + 1, digest = excluded.digest, ${assignments(content)}, line = excluded.line
returning id, version = 1 as "isNew"`;

const withdrawSql = `
delete from damage_tracks
where simulated = :simulated and at >= :since and source_id >= 0 and source_id <> all(cast(:listed as bigint[])) returning id`;
