import { DataError, type Clock } from '@severe/base';
import type { CellForecast, ForecastCell, ForecastPeriod } from '@severe/db';
import type { Point } from '@severe/geo';
import type { FeedContext } from '../../feed.ts';
import { parseInThread } from '../../thread/parse-in-thread.ts';
import type { Fetcher, FetchOptions } from '../../fetch/fetcher.ts';
import { isFuture, issueToleranceMs } from '../shared/is-future.ts';
import type { ForecastHour, GridForecastRow } from './row.ts';

const api = 'https://api.weather.gov';

/** Short timeout, because a client waits for the response. */
const options = { accept: 'application/geo+json', maxBytes: 8 << 20, timeoutMs: 5_000 } satisfies FetchOptions;

/** Validity of a forecast in seconds: minimum, default and maximum. The provider gives it in `Cache-Control`. */
const [shortest, usual, longest] = [300, 3600, 6 * 3600];

/**
 * Fetches the forecast of a place from the National Weather Service and stores it. No change is announced, because only
 * the client that requests it needs it.
 *
 * @param cell the grid cell of the place, if it is stored
 * @returns undefined if no grid covers the place; this is stored too
 * @throws {UpstreamError} if the provider is unavailable
 * @throws {DataError} if the response cannot be parsed
 */
export async function fetchForecast(
  { fetcher, db, clock }: Pick<FeedContext, 'fetcher' | 'db' | 'clock'>,
  place: Point,
  cell?: ForecastCell,
): Promise<CellForecast | undefined> {
  // Offices change their grids from time to time. If the cell is gone, it is looked up again.
  const forecastContent =
    (cell && (await forecastOf(fetcher, clock, cell))) ??
    (await forecastOf(fetcher, clock, await cellAt(fetcher, place)));
  if (!forecastContent) {
    await db.forecasts.storeGap(place);
    return undefined;
  }
  const { area, seconds, ...content } = forecastContent;
  const fetchedAt = clock();
  const forecast = { ...content, fetchedAt, goodUntil: new Date(fetchedAt.getTime() + seconds * 1000) };
  await db.forecasts.store({ ...forecast, area });
  return forecast;
}

async function cellAt(fetcher: Fetcher, { lat, lon }: Point): Promise<ForecastCell | undefined> {
  const response = await fetcher.text(`${api}/points/${lat},${lon}`, options);
  if (response === undefined) return undefined;
  const { gridId, gridX, gridY, timezone } = await parseInThread('gridPoint', response);
  const isCell = /^[A-Z]{3}$/.test(gridId) && [gridX, gridY].every((n) => Number.isInteger(n) && n >= 0 && n < 10_000);
  if (!isCell) throw new DataError('cell', `expected a cell such as OUN 97,94, got ${gridId} ${gridX},${gridY}`);
  return { office: gridId, gridX, gridY, timezone };
}

/** Fetches layers and periods of a cell. Marine cells have no periods. */
async function forecastOf(fetcher: Fetcher, clock: Clock, cell: ForecastCell | undefined) {
  if (!cell) return undefined;
  const { office, gridX, gridY } = cell;
  let seconds = usual;
  const onHeaders = (headers: Headers): void => {
    const maxAge = /\bmax-age=(\d{1,9})\b/.exec(headers.get('cache-control') ?? '')?.[1];
    if (maxAge !== undefined) seconds = Math.min(longest, Math.max(shortest, Number(maxAge)));
  };
  const url = `${api}/gridpoints/${office}/${gridX},${gridY}`;
  const [layers, words] = await Promise.all([
    fetcher
      .text(url, { ...options, onHeaders })
      .then((text) => (text === undefined ? undefined : parseInThread('gridForecast', text))),
    fetcher
      .text(`${url}/forecast/hourly`, options)
      .then((text) => (text === undefined ? undefined : parseInThread('gridPeriods', text))),
  ]);
  const forecastContent = layers ?? words;
  if (!forecastContent) return undefined;
  const { issuedAt, area } = forecastContent;
  if (isFuture(issuedAt, clock, issueToleranceMs)) {
    throw new DataError('future', `expected a forecast of the past, got one of ${issuedAt.toISOString()}`);
  }
  if (!area) throw new DataError('cell', `expected the outline of ${office} ${gridX},${gridY}, got none`);
  const periods = periodsOf(layers, words);
  if (periods.length === 0) throw new DataError('empty', `expected periods of ${office} ${gridX},${gridY}, got none`);
  return { ...cell, issuedAt, area, seconds, periods };
}

/**
 * Merges the raw layers, which are exact and have gusts, with the periods, which are rounded and have words. Layers
 * take precedence. Either can be absent.
 *
 * @returns hours with a temperature, by time
 */
function periodsOf(layers: GridForecastRow | undefined, periods: GridForecastRow | undefined): ForecastPeriod[] {
  const byTime = new Map<number, ForecastPeriod>();
  for (const hour of [...(periods?.hours ?? []), ...(layers?.hours ?? [])]) {
    const time = hour.at.getTime();
    byTime.set(time, laidOver(byTime.get(time), hour));
  }
  return [...byTime.values()]
    .filter(({ temperatureC }) => temperatureC !== null)
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

function laidOver(below: ForecastPeriod | undefined, above: ForecastHour): ForecastPeriod {
  return {
    at: above.at,
    temperatureC: above.temperatureC ?? below?.temperatureC ?? null,
    dewpointC: above.dewpointC ?? below?.dewpointC ?? null,
    humidityPct: above.humidityPct ?? below?.humidityPct ?? null,
    precipProbabilityPct: above.precipProbabilityPct ?? below?.precipProbabilityPct ?? null,
    windSpeedMps: above.windSpeedMps ?? below?.windSpeedMps ?? null,
    windGustMps: above.windGustMps ?? below?.windGustMps ?? null,
    windDirDeg: above.windDirDeg ?? below?.windDirDeg ?? null,
    sky: above.sky ?? below?.sky ?? null,
  };
}
