import type { Clock, Settings } from '@severe/base';
import { sources } from '@severe/catalogue';
import type { CellForecast, Database, ForecastCell } from '@severe/db';
import type { Point } from '@severe/geo';
import type { Recording, RecordingWriter } from '@severe/recording';
import { fetchForecast } from './feeds/forecast/fetch-forecast.ts';
import { fetchZoneAt } from './feeds/nws-zones/fetch-zone.ts';
import type { HostGates } from './fetch/host-gates.ts';
import { createHttpFetcher, type ProviderSettings } from './fetch/http-fetcher.ts';
import { watchOf } from './replay/record.ts';
import type { TrafficCounts } from './traffic.ts';
import { sendRecorded } from './replay/send-recorded.ts';

/** Fetches that a request causes. */
interface FetchesOnDemand {
  /** Fetches and stores the forecast of a place; undefined if no grid covers it. */
  fetchForecast: (place: Point, cell?: ForecastCell) => Promise<CellForecast | undefined>;
  /** Fetches and stores the forecast zone of a place; null if none contains it. */
  fetchZone: (place: Point) => Promise<string | null>;
}

/**
 * Creates the functions that fetch on request.
 *
 * @param signal aborts all pending requests when the process stops
 * @returns without functions whose provider a simulated world lacks, because the real one must not be called
 */
export function fetchesOnDemand(
  options: {
    settings: Pick<Settings, 'providers'> & ProviderSettings;
    db: Database;
    clock: Clock;
    simulated: boolean;
    /** Writes what the provider answers. */
    writer?: RecordingWriter;
    /** Of the hosts of providers, shared with the feeds. */
    gates?: HostGates;
    traffic?: TrafficCounts;
    /** Answers instead of the provider. */
    recording?: Recording;
  },
  signal: AbortSignal,
): Partial<FetchesOnDemand> {
  const { settings, db, clock, simulated, writer, recording, gates, traffic } = options;
  const hasProvider = (id: string): boolean => {
    const isSimulated = sources.some((source) => source.id === id && source.simulated);
    return !simulated || (isSimulated && settings.providers !== '') || recording !== undefined;
  };
  const fetcherFor = (source: string) =>
    createHttpFetcher(settings, signal, {
      ...(gates ? { gates } : {}),
      ...(traffic && !recording ? { meter: traffic.meterOf(source) } : {}),
      ...(writer ? { watch: watchOf('on-demand', writer) } : {}),
      ...(recording ? { send: sendRecorded((asked) => recording.find(asked, clock())) } : {}),
    });
  const [ofForecasts, ofZones] = [fetcherFor('forecast'), fetcherFor('alerts')];
  return {
    ...(hasProvider('forecast')
      ? {
          fetchForecast: (place: Point, cell?: ForecastCell) =>
            fetchForecast({ fetcher: ofForecasts, db, clock }, place, cell),
        }
      : {}),
    ...(hasProvider('alerts')
      ? { fetchZone: (place: Point) => fetchZoneAt({ fetcher: ofZones, db, simulated }, place) }
      : {}),
  };
}
