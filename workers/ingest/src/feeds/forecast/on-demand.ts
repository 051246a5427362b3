import type { Clock, Settings } from '@severe/base';
import { sources } from '@severe/catalogue';
import type { CellForecast, Database, ForecastCell } from '@severe/db';
import type { Point } from '@severe/geo';
import type { Recording, RecordingWriter } from '@severe/recording';
import { createHttpFetcher } from '../../fetch/http-fetcher.ts';
import { watchOf } from '../../replay/record.ts';
import { sendRecorded } from '../../replay/send-recorded.ts';
import { fetchForecast } from './fetch-forecast.ts';

/**
 * Creates a function that fetches a forecast on request.
 *
 * @param signal aborts all pending requests when the process stops
 * @returns undefined in a simulated world without such a provider, because the real one must not be called
 */
export function forecastsOnDemand(
  options: {
    settings: Pick<Settings, 'providers'>;
    db: Database;
    clock: Clock;
    simulated: boolean;
    /** Writes what the provider answers. */
    writer?: RecordingWriter;
    /** Answers instead of the provider. */
    recording?: Recording;
  },
  signal: AbortSignal,
): ((place: Point, cell?: ForecastCell) => Promise<CellForecast | undefined>) | undefined {
  const { settings, db, clock, simulated, writer, recording } = options;
  const isSimulated = sources.some((source) => source.id === 'forecast' && source.simulated);
  if (simulated && !(isSimulated && settings.providers) && !recording) return undefined;
  const fetcher = createHttpFetcher(settings.providers, signal, {
    ...(writer ? { watch: watchOf('on-demand', writer) } : {}),
    ...(recording ? { send: sendRecorded((asked) => recording.find(asked, clock())) } : {}),
  });
  return (place, cell) => fetchForecast({ fetcher, db, clock }, place, cell);
}
