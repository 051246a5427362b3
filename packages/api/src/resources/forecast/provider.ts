import type { Clock } from '@severe/base';
import type { CellForecast, ForecastCell } from '@severe/db';
import type { Point } from '@severe/geo';
import type { Limiter } from '@severe/platform';
import { fetchOnDemand, type OnDemand } from '../../shared/on-demand.ts';

/**
 * Fetches and stores the forecast of a place.
 *
 * @param cell the grid cell of the place, if it is stored
 * @returns undefined if no grid covers the place
 */
export type FetchForecast = (place: Point, cell?: ForecastCell) => Promise<CellForecast | undefined>;

/**
 * Wraps the provider, as `fetchOnDemand`; calls for one cell share a fetch.
 *
 * @param fetch undefined if this service has no provider of forecasts
 */
export function createForecastProvider(
  fetch: FetchForecast | undefined,
  options: { limiter: Pick<Limiter, 'take'>; clock: Clock; simulated: boolean },
): OnDemand<FetchForecast> {
  const keyOf = (place: Point, cell?: ForecastCell) =>
    cell ? `${cell.office} ${cell.gridX},${cell.gridY}` : `${place.lat},${place.lon}`;
  return fetchOnDemand('forecasts', fetch, keyOf, options);
}
