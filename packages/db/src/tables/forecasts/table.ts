import type { Area, Point } from '@severe/geo';
import { placeNamesSql, shapeOf } from '../../filters.ts';
import { rowsOf, type TableContext } from '../../context.ts';
import { changeDataSet } from '../../change-data-set.ts';
import { defineTable } from '../../table.ts';
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
export interface CellForecast extends ForecastCell {
  issuedAt: Date;
  fetchedAt: Date;
  /** Expiry time by the provider. */
  goodUntil: Date;
  /** By time. */
  periods: ForecastPeriod[];
}

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
        `select office, grid_x as "gridX", grid_y as "gridY", timezone, issued as "issuedAt", fetched_at as "fetchedAt",
           good_until as "goodUntil", periods
         from forecast_cells, lateral (select ${placeNamesSql} as place) requested
         where simulated = :simulated and ST_DWithin(shape, place, :seam)
         order by ST_Distance(shape, place), id limit 1`,
        { simulated, lat, lon, seam },
      );
      return row && { ...row, periods: row.periods.map((period) => ({ ...period, at: new Date(period.at) })) };
    },

    store: ({ area, periods, ...cell }) =>
      changeDataSet(context, async (trx) => {
        await rowsOf(trx, storeSql, {
          simulated,
          ...cell,
          periods: JSON.stringify(periods),
          area: JSON.stringify(area),
        });
        return { result: undefined, changed: true, dataAt: cell.issuedAt };
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
insert into forecast_cells (simulated, office, grid_x, grid_y, timezone, issued, fetched_at, good_until, periods, shape)
select :simulated, :office, :gridX, :gridY, :timezone, :issuedAt, :fetchedAt, :goodUntil, cast(:periods as jsonb), shape
from (select ${shapeOf(':area')} as shape) given
on conflict (simulated, office, grid_x, grid_y) do update set
  timezone = excluded.timezone, issued = excluded.issued, fetched_at = excluded.fetched_at,
  good_until = excluded.good_until, periods = excluded.periods, shape = excluded.shape`;
