import type { Area, Point } from '@severe/geo';
import { placeNamesSql, shapeOf } from '../../filters.ts';
import { rowsOf, type TableContext } from '../../context.ts';
import { changeDataSet } from '../../change-data-set.ts';
import { assignments, column, except, givenRows, givenValues, names, shown, type RowOf } from '../../columns.ts';
import { defineTable, selectList } from '../../table.ts';
import { forecasts as forecastsMigration } from './015-forecasts.ts';

/** A grid cell of a forecast office. */
export interface ForecastCell {
  office: string;
  gridX: number;
  gridY: number;
  /** Name in the tz database. */
  timezone: string;
}

/** Forecast for the hour that begins at `at`; null if the provider gives no value. */
export interface ForecastPeriod {
  at: Date;
  temperatureC: number | null;
  dewpointC: number | null;
  humidityPct: number | null;
  precipProbabilityPct: number | null;
  windSpeedMps: number | null;
  windGustMps: number | null;
  /** Direction from which the wind blows. */
  windDirDeg: number | null;
  sky: string | null;
}

/** The last fetched forecast of a cell. */
const content = {
  office: column<string>('office text'),
  gridX: column<number>('grid_x integer'),
  gridY: column<number>('grid_y integer'),
  timezone: column<string>('timezone text'),
  issuedAt: column<Date>('issued timestamptz'),
  fetchedAt: column<Date>('fetched_at timestamptz'),
  /** Expiry time by the provider. */
  goodUntil: column<Date>('good_until timestamptz'),
  /** By time. */
  periods: column<ForecastPeriod[]>('periods jsonb'),
};
export type CellForecast = RowOf<typeof content>;
const columnsSql = selectList(shown(content));

export interface NewForecast extends CellForecast {
  /** Of the cell. */
  area: Area;
}

export interface Forecasts {
  /** The stored forecast of the cell at a place. */
  at(place: Point): Promise<CellForecast | undefined>;
  store(forecast: NewForecast): Promise<void>;
  /** Records that no grid covers a place. */
  storeGap(place: Point): Promise<void>;
  /** Whether that was recorded after a time. */
  isGap(place: Point, since: Date): Promise<boolean>;
}

/** Tolerance in degrees (about 100 m): outlines of cells have four decimals, which leaves gaps between them. */
const seam = 0.001;

export const forecastsTable = defineTable({
  name: 'forecast_cells',
  migrations: [forecastsMigration],
  dataSet: 'forecast',
  retention: { keep: { days: 3 }, maxRows: 20_000, remove: removeOldCells },
  create: createForecasts,
});

function createForecasts(context: TableContext): Forecasts {
  const { knex, simulated, clock } = context;
  return {
    async at({ lat, lon }) {
      const [row] = await rowsOf<CellForecast & { periods: (Omit<ForecastPeriod, 'at'> & { at: string })[] }>(
        knex,
        `select ${columnsSql} from forecast_cells t, lateral (select ${placeNamesSql} as place) requested
         where simulated = :simulated and ST_DWithin(shape, place, :seam)
         order by ST_Distance(shape, place), id limit 1`,
        { simulated, lat, lon, seam },
      );
      return row && { ...row, periods: row.periods.map((period) => ({ ...period, at: new Date(period.at) })) };
    },

    store: (forecast) =>
      changeDataSet(context, async (trx) => {
        await rowsOf(trx, storeSql, { simulated, given: JSON.stringify([forecast]) });
        return { result: undefined, changed: true, dataAt: forecast.issuedAt };
      }),

    async storeGap({ lat, lon }) {
      await rowsOf(
        knex,
        `insert into forecast_gaps (simulated, lat, lon, known_at) values (:simulated, :lat, :lon, :now)
         on conflict (simulated, lat, lon) do update set known_at = excluded.known_at`,
        { simulated, lat, lon, now: clock() },
      );
    },

    async isGap({ lat, lon }, since) {
      const rows = await rowsOf(
        knex,
        `select known_at from forecast_gaps
         where simulated = :simulated and lat = :lat and lon = :lon and known_at > :since`,
        { simulated, lat, lon, since },
      );
      return rows.length > 0;
    },
  };
}

/** A cell takes about 30 KB; the provider replaces its forecast within a day. */
async function removeOldCells({ knex, simulated }: TableContext, before: Date, maxRows: number): Promise<number> {
  await rowsOf(knex, `delete from forecast_gaps where simulated = :simulated and known_at < :before`, {
    simulated,
    before,
  });
  const removed = await rowsOf(
    knex,
    `delete from forecast_cells where simulated = :simulated and fetched_at < greatest(:before, (
       select fetched_at from forecast_cells where simulated = :simulated
       order by fetched_at desc offset :last limit 1))
     returning id`,
    { simulated, before, last: maxRows - 1 },
  );
  return removed.length;
}

const storeSql = `
insert into forecast_cells (simulated, ${names(content)}, shape)
select cast(:simulated as boolean), ${givenValues(content)}, ${shapeOf('area')} from ${givenRows({ ...content, area: 'area text' })}
on conflict (simulated, office, grid_x, grid_y) do update set
  ${assignments(except(content, 'office', 'gridX', 'gridY'))}, shape = excluded.shape`;
