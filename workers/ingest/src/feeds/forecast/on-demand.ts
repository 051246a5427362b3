import type { Clock, Settings } from '@severe/base';
import { sources } from '@severe/catalogue';
import type { CellForecast, Database, ForecastCell } from '@severe/db';
import { createHttpFetcher } from '../../fetch/http-fetcher.ts';
import { fetchForecast } from './fetch-forecast.ts';

/**
 * A way to the provider of forecasts for whoever is asked for one that is not kept: the same as that of the feeds.
 *
 * @param signal ends every request under way, when the process stops
 * @returns undefined in a simulated world without such a provider, which must not ask the real one
 */
export function forecastsOnDemand(
  means: { settings: Pick<Settings, 'providers'>; db: Database; clock: Clock; simulated: boolean },
  signal: AbortSignal,
): ((place: { lat: number; lon: number }, cell?: ForecastCell) => Promise<CellForecast | undefined>) | undefined {
  const { settings, db, clock, simulated } = means;
  const isSimulated = sources.some((source) => source.id === 'forecast' && source.simulated);
  if (simulated && !(isSimulated && settings.providers)) return undefined;
  const fetcher = createHttpFetcher(settings.providers, signal);
  return (place, cell) => fetchForecast({ fetcher, db, clock }, place, cell);
}
