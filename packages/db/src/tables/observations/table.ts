import type { SearchArea } from '@severe/geo';
import {
  allOf,
  ofPages,
  equals,
  geoJsonOf,
  inArea,
  inTime,
  orderColumns,
  pageOf,
  type Condition,
  type UncountedPage,
  type Page,
  type Paging,
  type TimeRange,
} from '../../filters.ts';
import { rowsOf, type TableContext } from '../../context.ts';
import { changeDataSet } from '../../change-data-set.ts';
import type { Handle } from '../../handle.ts';
import { assignments, column, except, givenRows, givenValues, names, shown, type RowOf } from '../../columns.ts';
import { describeStations, description, storeStations, type DescribedStation } from './stations.ts';
import { countStored, latestOf, storeInParts, type StoredRow } from '../../stored.ts';
import { defineTable, selectList, type Columns } from '../../table.ts';
import { firstRowsAsOf, placeColumns, rowsAtPlaces } from '../../first-rows.ts';
import { observations as observationsMigration } from './012-observations.ts';

/** Measured values; null if not measured. */
const measurement = {
  source: column<'nws' | 'iem' | 'synoptic'>('source text'),
  at: column<Date>('at timestamptz'),
  temperatureC: column<number | null>('temperature_c real'),
  dewpointC: column<number | null>('dewpoint_c real'),
  humidityPct: column<number | null>('humidity_pct real'),
  windSpeedKmh: column<number | null>('wind_speed_kmh real'),
  windGustKmh: column<number | null>('wind_gust_kmh real'),
  /** Direction from which the wind blows; null if it is calm or variable. */
  windDirDeg: column<number | null>('wind_dir_deg real'),
  /** Sea-level pressure, or the altimeter setting if that is not reported. */
  pressureHpa: column<number | null>('pressure_hpa real'),
  visibilityKm: column<number | null>('visibility_km real'),
  precip1hMm: column<number | null>('precip_1h_mm real'),
  /** Greatest cover of all layers: `CLR FEW SCT BKN OVC VV`. */
  sky: column<string | null>('sky text'),
  /** Present weather in the codes of METAR, `+TSRA BR`. */
  weather: column<string | null>('weather text'),
};
/** What may change of an observation. */
const measured = except(measurement, 'source', 'at');
export type Measured = RowOf<typeof measurement>;

/** A new observation. Without a location it is stored only if its station exists. */
export interface NewObservation extends Measured, RowOf<typeof description> {
  lon: number | null;
  lat: number | null;
}

/** An observation in a list. */
export interface Observation extends Measured, RowOf<typeof description> {
  id: number;
  wfo: string | null;
  /** GeoJSON text. */
  geometry: string;
}

/** All filters must hold. */
export interface ObservationSearch extends Paging, TimeRange {
  area?: SearchArea | undefined;
  state?: string | undefined;
  wfo?: string | undefined;
  source?: string | undefined;
  /** Names of stations. */
  stations?: string[] | undefined;
  /** Only the newest of each station within the range of times. */
  latest: boolean;
  /** Searches the rows as they were known at this moment; the rows of today if absent. */
  asOf?: Date | undefined;
}

export interface Observations {
  /**
   * Stores observations with their stations; they replace existing ones.
   *
   * @returns how many are new and changed, and how many cannot be stored because nobody has told the position of their
   *   station
   */
  store(given: NewObservation[]): Promise<{ new: number; changed: number; unplaced: number }>;
  /** Stores descriptions of stations by the weather service, with the office of their zones. @returns how many changed */
  describe(stations: DescribedStation[]): Promise<number>;
  /** Names of stations without a request for their description. */
  undescribed(limit: number): Promise<string[]>;
  /** Records that the descriptions of these were requested, with or without a result. */
  markDescribed(stations: string[]): Promise<void>;
  /** Newest first. Only a list of the newest observation of each station is counted. */
  search(search: ObservationSearch): Promise<Page<Observation> | UncountedPage<Observation>>;
}

/** Rows per statement: a statement has two seconds. */
const storedAtOnce = 500;

const storeSql = `
with given as (
  select distinct on (s.id, at, source) s.id as station_id, given.*
  from ${givenRows({ station: description.station, ...measurement })}
  join stations s on s.simulated = :simulated and s.station = given.station
  order by s.id, at, source)
insert into observations as old (simulated, station_id, ${names(measurement)})
select :simulated, station_id, ${givenValues(measurement)} from given
where not exists (
  select from observations known
  where known.station_id = given.station_id and known.at = given.at and known.source = given.source
    and (${names(measured, 'known')}) is not distinct from (${givenValues(measured)}))
on conflict (station_id, at, source) do update set ${assignments(measured)}
returning xmax = 0 as "isNew"`;

const columns: Columns<Observation> = {
  id: 't.id',
  ...shown(description),
  wfo: 't.wfo',
  ...shown(measurement),
  geometry: geoJsonOf('t.place'),
};
const columnsSql = selectList(columns);

/** Columns of the station `s` of an observation. */
export const stationSql = `${names(description, 's')}, s.wfo, s.place`;

export const observationsTable = defineTable({
  name: 'observations',
  migrations: [observationsMigration],
  dataSet: 'observations',
  streamSource: 'observations',
  columns,
  retention: { keep: { hours: 'observationRetentionHours' }, column: 'at' },
  create: createObservations,
});

function createObservations(context: TableContext): Observations {
  const { knex, simulated, clock } = context;

  return {
    store(given) {
      return changeDataSet(context, async (trx) => {
        const stations = given.flatMap(({ station, name, state, elevationM, lon, lat }) =>
          lon === null || lat === null ? [] : [{ station, name, state, elevationM, lon, lat }],
        );
        await storeStations(trx, context, stations);
        const stored = await storeInParts<StoredRow>(trx, storeSql, { simulated }, given, storedAtOnce);
        const result = { ...countStored(stored), unplaced: await countUnplaced(trx, simulated, given) };
        if (stored.length === 0) return { result, changed: false };
        return { result, changed: true, dataAt: latestOf(given.map(({ at }) => at)) };
      });
    },

    describe: (stations) =>
      changeDataSet(context, async (trx) => {
        const result = await describeStations(trx, context, stations);
        return { result, changed: result > 0 };
      }),

    async undescribed(limit) {
      const rows = await rowsOf<{ station: string }>(
        knex,
        `select station from stations where simulated = :simulated and described_at is null order by id limit :limit`,
        { simulated, limit },
      );
      return rows.map(({ station }) => station);
    },

    async markDescribed(stations) {
      await rowsOf(
        knex,
        `update stations set described_at = :now where simulated = :simulated and station = any(:stations)`,
        { simulated, stations, now: clock() },
      );
    },

    async search(search) {
      const { asOf, latest, limit, offset } = search;
      const through = search.through ?? (await greatestId(knex));
      const [station, report] = [ofStation(search), ofReport({ ...search, through })];
      if (!latest) {
        const chosen = station && (await stationsWhere(knex, simulated, station));
        const rows = await rowsOf<Observation>(knex, ...pageWhere(simulated, asOf, chosen, report, { limit, offset }));
        return { rows: rows.slice(0, limit), more: rows.length > limit, through };
      }
      const { rows, matched } = await pageOf<Observation>(knex, {
        columns: columnsSql,
        from: newestWhere(asOf, report),
        where: allOf([{ sql: 't.simulated = :simulated', values: { simulated } }, station]),
        order: newestSql,
        limit,
        offset,
      });
      return { rows, matched, through };
    },
  };
}

/** Condition on stations; undefined for all. */
function ofStation({ area, state, wfo, stations }: ObservationSearch): Condition | undefined {
  if (!area && !state && !wfo && !stations) return undefined;
  return allOf([
    equals('state', state),
    equals('wfo', wfo),
    stations && { sql: 'station = any(:stations)', values: { stations } },
    inArea(area, 'place', 'points'),
  ]);
}

/**
 * Condition on observations. Nobody has known one a day before its time: without that bound, the newest known at an early moment is
 * behind all that came later.
 */
function ofReport({ asOf, ...search }: ObservationSearch): Condition {
  return allOf([
    inTime(search, 'at'),
    equals('source', search.source),
    ofPages(search),
    asOf && { sql: `at <= cast(:asOf as timestamptz) + interval '1 day'`, values: { asOf } },
  ]);
}

/** Ids of the stations that meet a condition: there are some thousands in all. */
async function stationsWhere(knex: Handle, simulated: boolean, { sql, values }: Condition): Promise<string[]> {
  const [{ ids }] = await rowsOf<{ ids: string[] }>(
    knex,
    `select array(select id from stations where simulated = :simulated and ${sql}) as ids`,
    { ...values, simulated },
  );
  return ids;
}

/** Of up to this many stations, the newest observations of each are read; of more, the newest of all are filtered. */
const fewStations = 200;

const newestSql = 't.at desc, t.id desc';

/** A page of all observations, and one more row. @param chosen ids of the searched stations; all if undefined */
function pageWhere(
  simulated: boolean,
  asOf: Date | undefined,
  chosen: string[] | undefined,
  { sql, values }: Condition,
  { limit, offset }: Paging,
): [sql: string, values: Record<string, unknown>] {
  const isFew = chosen !== undefined && chosen.length <= fewStations;
  const first = (of: string): string =>
    firstRowsAsOf('observations', asOf, {
      columns: `${placeColumns}, ${orderColumns(newestSql)}`,
      where: `t.simulated = :simulated ${of} and ${sql}`,
      order: newestSql,
      limit: ':most',
    });
  const newest = isFew
    ? `select t.* from unnest(cast(:chosen as bigint[])) as station (id)
       cross join lateral (${first('and t.station_id = station.id')}) t order by ${newestSql} limit :most`
    : first(chosen ? 'and t.station_id = any(cast(:chosen as bigint[]))' : '');
  return [
    `with page as materialized (select * from (${newest}) t order by ${newestSql} limit :oneMore offset :offset)
     select ${columnsSql} from (
       select o.*, ${stationSql} from (${rowsAtPlaces('observations', asOf, 'page')}) o join stations s on s.id = o.station_id) t
     order by ${newestSql}`,
    {
      ...values,
      simulated,
      ...(asOf ? { asOf } : {}),
      ...(chosen ? { chosen } : {}),
      most: limit + offset + 1,
      oneMore: limit + 1,
      offset,
    },
  ];
}

/** The greatest id of all stored observations. */
async function greatestId(knex: Handle): Promise<number> {
  const [{ id }] = await rowsOf<{ id: number | null }>(knex, 'select max(id) as id from observations', {});
  return id ?? 0;
}

/** Finds the newest observation of each station through an index: one lookup for each station. */
function newestWhere(asOf: Date | undefined, { sql, values }: Condition): Condition {
  const newest = firstRowsAsOf('observations', asOf, {
    columns: 't.*',
    where: `t.station_id = s.id and ${sql}`,
    order: 't.at desc, t.source desc',
    limit: '1',
  });
  return {
    sql: `(select o.*, ${stationSql} from stations s cross join lateral (${newest}) o)`,
    values: { ...values, ...(asOf ? { asOf } : {}) },
  };
}

/** Number of observations without a position, at stations that are not stored. */
async function countUnplaced(trx: Handle, simulated: boolean, given: NewObservation[]): Promise<number> {
  const unplaced = given.filter(({ lon, lat }) => lon === null || lat === null).map(({ station }) => station);
  if (unplaced.length === 0) return 0;
  const values = { simulated, stations: [...new Set(unplaced)] };
  const sql = `select station from stations where simulated = :simulated and station = any(:stations)`;
  const known = new Set((await rowsOf<{ station: string }>(trx, sql, values)).map(({ station }) => station));
  return unplaced.filter((station) => !known.has(station)).length;
}
