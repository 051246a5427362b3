import { DataError } from '@severe/base';
import type { CellForecast, ForecastCell } from '@severe/db';
import type { FeedContext } from '../../feed.ts';
import type { Fetcher, FetchOptions } from '../../fetch/fetcher.ts';
import { parseGridForecast, parsePeriods } from './parse-grid.ts';
import { parseGridPoint } from './parse-point.ts';
import { periodsOf } from './periods.ts';

const api = 'https://api.weather.gov';

interface Place {
  lat: number;
  lon: number;
}

/** Somebody waits for it. */
const options = { accept: 'application/geo+json', maxBytes: 8 << 20, timeoutMs: 5_000 } satisfies FetchOptions;

/** How long a forecast is good, in seconds: what the provider says, within reason; an hour where it says nothing. */
const [shortest, usual, longest] = [300, 3600, 6 * 3600];

/**
 * Asks the National Weather Service what is forecast at a place and stores it. That is no news: somebody has asked for it.
 *
 * @param cell the one that the place lies in, where it is known
 * @returns undefined where no grid is, which is noted
 * @throws {UpstreamError} while the provider is away
 * @throws {DataError} when it sends what cannot be read
 */
export async function fetchForecast(
  { fetcher, db, clock }: Pick<FeedContext, 'fetcher' | 'db' | 'clock'>,
  place: Place,
  cell?: ForecastCell,
): Promise<CellForecast | undefined> {
  // Offices draw their grids anew now and then: a cell that is gone is looked for once more.
  const told = (cell && (await forecastOf(fetcher, cell))) ?? (await forecastOf(fetcher, await cellAt(fetcher, place)));
  if (!told) {
    await db.forecasts.storeGap(place);
    return undefined;
  }
  const { area, seconds, ...content } = told;
  const fetchedAt = clock();
  const forecast = { ...content, fetchedAt, goodUntil: new Date(fetchedAt.getTime() + seconds * 1000) };
  await db.forecasts.store({ ...forecast, area });
  return forecast;
}

async function cellAt(fetcher: Fetcher, { lat, lon }: Place): Promise<ForecastCell | undefined> {
  const answer = await fetcher.text(`${api}/points/${lat},${lon}`, options);
  if (answer === undefined) return undefined;
  const { gridId, gridX, gridY, timezone } = parseGridPoint(answer);
  const isCell = /^[A-Z]{3}$/.test(gridId) && [gridX, gridY].every((n) => Number.isInteger(n) && n >= 0 && n < 10_000);
  if (!isCell) throw new DataError('cell', `expected a cell such as OUN 97,94, got ${gridId} ${gridX},${gridY}`);
  return { office: gridId, gridX, gridY, timezone };
}

/** Over the sea there are layers and no periods. */
async function forecastOf(fetcher: Fetcher, cell: ForecastCell | undefined) {
  if (!cell) return undefined;
  const { office, gridX, gridY } = cell;
  let seconds = usual;
  const onHeaders = (headers: Headers): void => {
    const said = /\bmax-age=(\d{1,9})\b/.exec(headers.get('cache-control') ?? '')?.[1];
    if (said !== undefined) seconds = Math.min(longest, Math.max(shortest, Number(said)));
  };
  const url = `${api}/gridpoints/${office}/${gridX},${gridY}`;
  const [raw, hourly] = await Promise.all([
    fetcher.text(url, { ...options, onHeaders }),
    fetcher.text(`${url}/forecast/hourly`, options),
  ]);
  const layers = raw === undefined ? undefined : parseGridForecast(raw);
  const words = hourly === undefined ? undefined : parsePeriods(hourly);
  const told = layers ?? words;
  if (!told) return undefined;
  const { issuedAt, area } = told;
  if (!area) throw new DataError('cell', `expected the outline of ${office} ${gridX},${gridY}, got none`);
  return { ...cell, issuedAt, area, seconds, periods: periodsOf(layers, words) };
}
