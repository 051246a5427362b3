import { createGate } from '@severe/async';
import { DataError, UpstreamError, type Clock } from '@severe/base';
import type { CellForecast, ForecastCell } from '@severe/db';
import type { Point } from '@severe/geo';
import type { Limiter } from '@severe/platform';

/**
 * Fetches and stores the forecast of a place.
 *
 * @param cell the grid cell of the place, if it is stored
 * @returns undefined if no grid covers the place
 */
export type FetchForecast = (place: Point, cell?: ForecastCell) => Promise<CellForecast | undefined>;

/** Limits. One fetch is up to three requests. The limit per minute is shared by all processes. */
const maxConcurrentFetches = 4;
const maxQueuedFetches = 64;
const maxFetchesPerMinute = 120;

/** Back-off after consecutive failures: 5 s at first, doubled up to 60 s. */
const toleratedFailures = 3;
const firstBackoffSeconds = 5;
const maxBackoffSeconds = 60;

/**
 * Wraps the provider with request coalescing, a concurrency limit, a rate limit and back-off.
 *
 * @param fetch     undefined if this service has no provider of forecasts
 * @param simulated whether the provider is simulated; then the rate limit does not apply
 * @throws {UpstreamError} (as a rejection) with the time to wait, if the provider is unavailable or a limit is reached
 */
export function createForecastProvider(
  fetch: FetchForecast | undefined,
  { limiter, clock, simulated }: { limiter: Pick<Limiter, 'take'>; clock: Clock; simulated: boolean },
): FetchForecast {
  const gate = createGate('forecasts', maxConcurrentFetches, maxQueuedFetches);
  const running = new Map<string, Promise<CellForecast | undefined>>();
  let failures = 0;
  let backoffUntil = -Infinity;

  async function fetchNow(place: Point, cell: ForecastCell | undefined): Promise<CellForecast | undefined> {
    if (!fetch) throw new UpstreamError('forecasts', 'no provider is configured', { retryAfterSeconds: 3600 });
    const waitSeconds = (backoffUntil - clock().getTime()) / 1000;
    if (waitSeconds > 0)
      throw new UpstreamError('forecasts', 'the provider failed repeatedly, waiting before the next request', {
        retryAfterSeconds: waitSeconds,
      });
    if (!simulated) await checkRateLimit();
    try {
      const forecast = await fetch(place, cell);
      failures = 0;
      return forecast;
    } catch (error) {
      throw recordFailure(error);
    }
  }

  /** If the limiter is unavailable, only the concurrency limit applies. */
  async function checkRateLimit(): Promise<void> {
    const verdict = await Promise.resolve(limiter.take('provider:forecasts', maxFetchesPerMinute)).catch(
      () => undefined,
    );
    if (!verdict || verdict.allowed) return;
    const retryAfterSeconds = verdict.freedInMs / 1000;
    throw new UpstreamError('forecasts', `the limit of ${maxFetchesPerMinute} forecasts per minute is reached`, {
      retryAfterSeconds,
    });
  }

  /** Records a failure. A response that cannot be parsed counts as an unavailable provider. */
  function recordFailure(error: unknown): unknown {
    if (!(error instanceof UpstreamError || error instanceof DataError)) return error;
    const failure =
      error instanceof UpstreamError ? error : new UpstreamError('forecasts', error.message, { cause: error });
    failures++;
    const backoffSeconds =
      failure.retryAfterSeconds ??
      (failures < toleratedFailures ? 0 : firstBackoffSeconds * 2 ** (failures - toleratedFailures));
    backoffUntil = clock().getTime() + Math.min(backoffSeconds, maxBackoffSeconds) * 1000;
    return failure;
  }

  return (place, cell) => {
    const key = cell ? `${cell.office} ${cell.gridX},${cell.gridY}` : `${place.lat},${place.lon}`;
    const active = running.get(key);
    if (active) return active;
    const fetching = gate.run(() => fetchNow(place, cell)).finally(() => running.delete(key));
    running.set(key, fetching);
    return fetching;
  };
}
