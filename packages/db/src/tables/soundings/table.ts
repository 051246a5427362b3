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
import {
  assignments,
  column,
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
const parameters = {
  capeJkg: column<number | null>('cape_jkg double precision'),
  cinJkg: column<number | null>('cin_jkg double precision'),
  liftedIndexK: column<number | null>('lifted_index_k double precision'),
  pwatMm: column<number | null>('pwat_mm double precision'),
  srh1km: column<number | null>('srh_0_1km double precision'),
  srh3km: column<number | null>('srh_0_3km double precision'),
  shear6kmMps: column<number | null>('shear_0_6km_mps double precision'),
  stp: column<number | null>('stp double precision'),
  scp: column<number | null>('scp double precision'),
  lclM: column<number | null>('lcl_m double precision'),
  elM: column<number | null>('el_m double precision'),
};
export type SoundingParameters = RowOf<typeof parameters>;

const ascent = {
  /** Four letters, the same for every source. */
  station: column<string>('station text'),
  /** The nominal hour. */
  at: column<Date>('at timestamptz'),
  source: column<string>('source text'),
};

/** A new sounding. Its order stays: a digest is made of it, and another digest is another sounding. */
const sounding = {
  station: ascent.station,
  state: column<string | null>('state text'),
  ...givenPosition,
  at: ascent.at,
  source: ascent.source,
  profile: column<SoundingProfile>('profile jsonb'),
  ...parameters,
};
export type NewSounding = RowOf<typeof sounding>;

/** A sounding in a list. */
export interface SoundingRow extends RowOf<typeof ascent>, SoundingParameters {
  id: number;
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

interface Stored extends StoredRow {
  id: number;
  at: Date;
}

/** Rows per statement: a statement has two seconds, and a sounding about a hundred levels. */
const storedAtOnce = 25;

const columns: Columns<SoundingRow> = {
  id: 't.id',
  ...shown({ ...ascent, ...parameters }),
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
        const stored = await storeInParts<Stored>(trx, storeSql, { simulated }, soundings, storedAtOnce);
        const result = idsOf(stored);
        if (stored.length === 0) return { result, changed: false };
        await rowsOf(trx, markSql, { simulated, stations: [...new Set(soundings.map(({ station }) => station))] });
        return { result, changed: true, dataAt: latestOf(stored.map(({ at }) => at)), ids: result };
      });
    },

    async search({ asOf, area, state, station, latest, ...page }) {
      const source = rowsAsOf('soundings', asOf);
      return pageOf<SoundingRow>(knex, {
        ...page,
        columns: columnsSql,
        from: source,
        where: allOf([
          { sql: 't.simulated = :simulated', values: { simulated } },
          latest ? newestBefore(page.end, source.sql) : undefined,
          inTime(page, 't.at'),
          equals('station', station),
          equals('state', state),
          inArea(area, 't.point', 'points'),
        ]),
        order: 't.id',
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

/** What a sounding with more levels replaces. */
const replaced = { state: sounding.state, source: sounding.source, profile: sounding.profile, ...parameters };

/** Of two soundings of one station and hour the one with more levels is stored. */
const storeSql = `
with given as (
  select distinct on (station, at) given.*, md5(cast(given as text)) as digest, levels
  from ${givenRows(sounding)},
    lateral (select jsonb_array_length(profile -> 'pressureHpa') as levels) counted
  order by station, at, levels desc)
insert into soundings as old (id, simulated, station, at, newest, digest, levels, ${names(replaced)}, point)
overriding system value
select ${keptId('soundings', 'known.id')}, cast(:simulated as boolean), given.station, given.at, false, given.digest, given.levels,
  ${givenValues(replaced)}, ${givenPoint}
from given left join soundings known
  on known.simulated = :simulated and known.station = given.station and known.at = given.at
on conflict (simulated, station, at) do update set
  digest = excluded.digest, levels = excluded.levels, ${assignments(replaced)}, point = excluded.point
where old.digest <> excluded.digest and old.levels <= excluded.levels
returning id, xmax = 0 as "isNew", at`;

const markSql = `
update soundings t set newest = (t.at = last.at)
from (select station, max(at) as at from soundings
      where simulated = :simulated and station = any(:stations) group by station) last
where t.simulated = :simulated and t.station = last.station and t.newest <> (t.at = last.at)`;
