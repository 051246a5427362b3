import type { SearchArea } from '@severe/geo';
import {
  allOf,
  equals,
  geoJsonOf,
  inArea,
  inTime,
  pageOf,
  type Page,
  type Paging,
  type TimeRange,
  type Condition,
} from '../../filters.ts';
import { rowsOf, type TableContext } from '../../context.ts';
import { changeDataSet } from '../../change-data-set.ts';
import { keptId } from '../../kept-id.ts';
import { defineTable, selectList, type Columns } from '../../table.ts';
import { rowsAsOf } from '../past/as-of.ts';
import { soundings as soundingsMigration } from './014-soundings.ts';

/** Levels of an ascent, surface first: arrays of equal length, null for a value that was not measured. */
export interface SoundingProfile {
  pressureHpa: number[];
  /** Above mean sea level. */
  heightM: (number | null)[];
  temperatureC: (number | null)[];
  dewpointC: (number | null)[];
  /** Direction from which the wind blows. */
  windDirDeg: (number | null)[];
  windSpeedKt: (number | null)[];
}

/** Storm parameters of a profile; null if the profile does not reach high enough. */
export interface SoundingParameters {
  capeJkg: number | null;
  cinJkg: number | null;
  liftedIndexK: number | null;
  pwatMm: number | null;
  srh1km: number | null;
  srh3km: number | null;
  shear6kmMps: number | null;
  stp: number | null;
  scp: number | null;
  lclM: number | null;
  elM: number | null;
}

/** A new sounding. */
export interface NewSounding extends SoundingParameters {
  /** Four letters, the same for every source. */
  station: string;
  state: string | null;
  lon: number;
  lat: number;
  /** The nominal hour. */
  at: Date;
  source: string;
  profile: SoundingProfile;
}

/** A sounding in a list. */
export interface SoundingRow extends SoundingParameters {
  id: number;
  station: string;
  at: Date;
  source: string;
  /** GeoJSON text. */
  geometry: string;
}

export interface FullSounding extends SoundingRow {
  profile: SoundingProfile;
}

/** All filters must hold. */
interface SoundingSearch extends Paging, TimeRange {
  /** Searches the rows as they were known at this moment; the rows of today if absent. */
  asOf?: Date | undefined;
  area?: SearchArea | undefined;
  state?: string | undefined;
  station?: string | undefined;
  /** Only the newest of each station before `end`. */
  latest: boolean;
}

export interface Soundings {
  /** Stores soundings. One with fewer levels than the stored one of its station and hour changes nothing. */
  store(soundings: NewSounding[]): Promise<{ new: number[]; updated: number[] }>;
  /** By id. */
  search(search: SoundingSearch): Promise<Page<SoundingRow>>;
  find(id: number): Promise<FullSounding | undefined>;
  /** The newest of a station. */
  latest(station: string): Promise<FullSounding | undefined>;
  /** Stations with a sounding of an hour. */
  stationsAt(at: Date): Promise<string[]>;
}

/** Rows per statement: a statement has two seconds, and a sounding about a hundred levels. */
const storedAtOnce = 25;

const columns: Columns<SoundingRow> = {
  id: 't.id',
  station: 't.station',
  at: 't.at',
  source: 't.source',
  capeJkg: 't.cape_jkg',
  cinJkg: 't.cin_jkg',
  liftedIndexK: 't.lifted_index_k',
  pwatMm: 't.pwat_mm',
  srh1km: 't.srh_0_1km',
  srh3km: 't.srh_0_3km',
  shear6kmMps: 't.shear_0_6km_mps',
  stp: 't.stp',
  scp: 't.scp',
  lclM: 't.lcl_m',
  elM: 't.el_m',
  geometry: geoJsonOf('t.point'),
};
const columnsSql = selectList(columns);

export const soundingsTable = defineTable({
  name: 'soundings',
  migrations: [soundingsMigration],
  dataSet: 'soundings',
  streamSource: 'soundings',
  columns,
  retention: { keep: { days: 'soundingRetentionDays' }, column: 'at' },
  create: createSoundings,
});

function createSoundings(context: TableContext): Soundings {
  const { knex, simulated } = context;

  async function one(condition: string, values: object): Promise<FullSounding | undefined> {
    const [row] = await rowsOf<FullSounding>(
      knex,
      `select ${columnsSql}, t.profile from soundings t where t.simulated = :simulated and ${condition}`,
      { simulated, ...values },
    );
    return row;
  }

  return {
    store(soundings) {
      return changeDataSet(context, async (trx) => {
        const stored: { id: number; isNew: boolean; at: Date }[] = [];
        for (let i = 0; i < soundings.length; i += storedAtOnce) {
          const given = JSON.stringify(soundings.slice(i, i + storedAtOnce));
          stored.push(...(await rowsOf<(typeof stored)[number]>(trx, storeSql, { simulated, given })));
        }
        if (stored.length === 0) return { result: { new: [], updated: [] }, changed: false };
        await rowsOf(trx, markSql, { simulated, stations: [...new Set(soundings.map(({ station }) => station))] });
        const ids = (areNew: boolean) => stored.flatMap(({ id, isNew }) => (isNew === areNew ? [id] : []));
        const dataAt = new Date(Math.max(...stored.map(({ at }) => at.getTime())));
        const result = { new: ids(true), updated: ids(false) };
        return { result, changed: true, dataAt, ids: result };
      });
    },

    async search({ asOf, area, state, station, latest, limit, offset, through, ids, ...range }) {
      const source = rowsAsOf('soundings', asOf);
      return pageOf<SoundingRow>(knex, {
        columns: columnsSql,
        from: source,
        where: allOf([
          { sql: 't.simulated = :simulated', values: { simulated } },
          latest ? newestBefore(range.end, source.sql) : undefined,
          inTime(range, 't.at'),
          equals('station', station),
          equals('state', state),
          inArea(area, 't.point', 'points'),
        ]),
        order: 't.id',
        limit,
        offset,
        through,
        ids,
      });
    },

    find: (id) => one('t.id = :id', { id }),
    latest: (station) => one('t.station = :station and t.newest', { station }),

    async stationsAt(at) {
      const rows = await rowsOf<{ station: string }>(
        knex,
        `select station from soundings where simulated = :simulated and at = :at`,
        { simulated, at },
      );
      return rows.map(({ station }) => station);
    },
  };
}

/** The newest sounding of each station, before a time if it is given. @param rows the searched rows, as a table expression */
function newestBefore(end: Date | undefined, rows: string): Condition {
  if (!end) return { sql: 't.newest', values: {} };
  const sql = `not exists (
    select from ${rows} later
    where later.simulated = t.simulated and later.station = t.station and later.at > t.at and later.at < :end)`;
  return { sql, values: { end } };
}

/** Of two soundings of one station and hour the one with more levels is stored. */
const storeSql = `
with given as (
  select distinct on (station, at) given.*, md5(cast(given as text)) as digest, levels
  from jsonb_to_recordset(cast(:given as jsonb)) as given (
    station text, state text, lon double precision, lat double precision, at timestamptz, source text, profile jsonb,
    "capeJkg" double precision, "cinJkg" double precision, "liftedIndexK" double precision, "pwatMm" double precision,
    srh1km double precision, srh3km double precision, "shear6kmMps" double precision, stp double precision,
    scp double precision, "lclM" double precision, "elM" double precision),
    lateral (select jsonb_array_length(profile -> 'pressureHpa') as levels) counted
  order by station, at, levels desc)
insert into soundings as old (id, simulated, station, state, at, newest, source, digest, levels, profile, cape_jkg, cin_jkg,
  lifted_index_k, pwat_mm, srh_0_1km, srh_0_3km, shear_0_6km_mps, stp, scp, lcl_m, el_m, point)
overriding system value
select ${keptId('soundings', 'known.id')}, cast(:simulated as boolean), given.station, given.state, given.at, false,
  given.source, given.digest, given.levels, given.profile, "capeJkg", "cinJkg", "liftedIndexK", "pwatMm", srh1km, srh3km,
  "shear6kmMps", given.stp, given.scp, "lclM", "elM", ST_SetSRID(ST_MakePoint(lon, lat), 4326)
from given left join soundings known
  on known.simulated = :simulated and known.station = given.station and known.at = given.at
on conflict (simulated, station, at) do update set
  state = excluded.state, source = excluded.source, digest = excluded.digest, levels = excluded.levels,
  profile = excluded.profile, cape_jkg = excluded.cape_jkg, cin_jkg = excluded.cin_jkg,
  lifted_index_k = excluded.lifted_index_k, pwat_mm = excluded.pwat_mm, srh_0_1km = excluded.srh_0_1km,
  srh_0_3km = excluded.srh_0_3km, shear_0_6km_mps = excluded.shear_0_6km_mps, stp = excluded.stp, scp = excluded.scp,
  lcl_m = excluded.lcl_m, el_m = excluded.el_m, point = excluded.point
where old.digest <> excluded.digest and old.levels <= excluded.levels
returning id, xmax = 0 as "isNew", at`;

const markSql = `
update soundings t set newest = (t.at = last.at)
from (select station, max(at) as at from soundings
      where simulated = :simulated and station = any(:stations) group by station) last
where t.simulated = :simulated and t.station = last.station and t.newest <> (t.at = last.at)`;
