import { DataError, UpstreamError, type Clock } from '@severe/base';
import type { CellForecast, ForecastCell } from '@severe/db';
import type { Limiter } from '@severe/platform';
import { createGate } from '../../shared/gate.ts';

interface Place {
  lat: number;
  lon: number;
}

/**
 * Asks the provider what is forecast at a place, and stores it.
 *
 * @param cell the one that the place lies in, where it is known
 * @returns undefined where no grid is
 */
export type FetchForecast = (place: Place, cell?: ForecastCell) => Promise<CellForecast | undefined>;

/** A fetch is up to three requests. So many at once, and so many in a minute by all processes together. */
const fetchesAtOnce = 4;
const fetchesWaiting = 64;
const politeAMinute = 120;

/** After so many failures in a row the provider is left alone: five seconds at first, and a minute in the end. */
const failuresBorne = 3;
const firstRest = 5;
const longestRest = 60;

/**
 * The provider, asked with care: what several ask for is fetched once, a few at a time and not too many a minute, and
 * while it fails it is left alone for a while.
 *
 * @param fetch     none where this service has no provider of forecasts
 * @param simulated whether the provider is one of our own: it may be asked as often as anybody wants
 * @throws {UpstreamError} (as a rejection) with the time to wait when it is away, or must not be asked now
 */
export function createForecastProvider(
  fetch: FetchForecast | undefined,
  { limiter, clock, simulated }: { limiter: Pick<Limiter, 'take'>; clock: Clock; simulated: boolean },
): FetchForecast {
  const gate = createGate('forecasts', fetchesAtOnce, fetchesWaiting);
  const running = new Map<string, Promise<CellForecast | undefined>>();
  let failures = 0;
  let restsUntil = -Infinity;

  async function ask(place: Place, cell: ForecastCell | undefined): Promise<CellForecast | undefined> {
    if (!fetch) throw new UpstreamError('forecasts', 'the simulated providers have none', { retryAfterSeconds: 3600 });
    const rest = (restsUntil - clock().getTime()) / 1000;
    if (rest > 0) throw new UpstreamError('forecasts', 'the provider is left alone', { retryAfterSeconds: rest });
    if (!simulated) await takeTurn();
    try {
      const forecast = await fetch(place, cell);
      failures = 0;
      return forecast;
    } catch (error) {
      throw failed(error);
    }
  }

  /** While the count is away, the gate alone holds back. */
  async function takeTurn(): Promise<void> {
    const verdict = await Promise.resolve(limiter.take('provider:forecasts', politeAMinute)).catch(() => undefined);
    if (!verdict || verdict.allowed) return;
    const retryAfterSeconds = verdict.freedInMs / 1000;
    throw new UpstreamError('forecasts', `${politeAMinute} were fetched within a minute`, { retryAfterSeconds });
  }

  /** What cannot be read will be sent anew: to who waits for it, it is the provider that is away. */
  function failed(error: unknown): unknown {
    if (!(error instanceof UpstreamError || error instanceof DataError)) return error;
    const away =
      error instanceof UpstreamError ? error : new UpstreamError('forecasts', error.message, { cause: error });
    failures++;
    const wanted =
      away.retryAfterSeconds ?? (failures < failuresBorne ? 0 : firstRest * 2 ** (failures - failuresBorne));
    restsUntil = clock().getTime() + Math.min(wanted, longestRest) * 1000;
    return away;
  }

  return (place, cell) => {
    const key = cell ? `${cell.office} ${cell.gridX},${cell.gridY}` : `${place.lat},${place.lon}`;
    const under = running.get(key);
    if (under) return under;
    const asking = gate.run(() => ask(place, cell)).finally(() => running.delete(key));
    running.set(key, asking);
    return asking;
  };
}
