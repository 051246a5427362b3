import type { Clock, Settings } from '@severe/base';
import { sources } from '@severe/catalogue';
import type { CellForecast, Database, ForecastCell } from '@severe/db';
import { createHttpFetcher } from '../../fetch/http-fetcher.ts';
import { fetchForecast } from './fetch-forecast.ts';

/**
 * Creates a function that fetches a forecast on request.
 *
 * @param signal aborts all pending requests when the process stops
 * @returns undefined in a simulated world without such a provider, because the real one must not be called
 */
export function forecastsOnDemand(
  options: { settings: Pick<Settings, 'providers'>; db: Database; clock: Clock; simulated: boolean },
  signal: AbortSignal,
): ((place: { lat: number; lon: number }, cell?: ForecastCell) => Promise<CellForecast | undefined>) | undefined {
  const { settings, db, clock, simulated } = options;
  const isSimulated = sources.some((source) => source.id === 'forecast' && source.simulated);
  if (simulated && !(isSimulated && settings.providers)) return undefined;
  const fetcher = createHttpFetcher(settings.providers, signal);
  return (place, cell) => fetchForecast({ fetcher, db, clock }, place, cell);
}
