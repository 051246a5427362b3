import { FairTurns } from '@severe/async';
import { DataError, UpstreamError, type Clock } from '@severe/base';
import type { Limiter } from '@severe/platform';

/** Limits. One fetch is up to three requests. The limits per minute are shared by all processes. */
const maxConcurrentFetches = 4;
const maxQueuedFetchesPerClient = 64;
const maxFetchesPerMinute = 120;
/** Of one client: the others have the rest. */
const maxFetchesPerMinuteOfClient = 30;

/** A fetch that a client causes. */
export type OnDemand<Fetch extends (...args: never[]) => Promise<unknown>> = (
  client: string,
  ...args: Parameters<Fetch>
) => ReturnType<Fetch>;

/** Back-off after consecutive failures: 5 s at first, doubled up to 60 s. */
const toleratedFailures = 3;
const firstBackoffSeconds = 5;
const maxBackoffSeconds = 60;

/**
 * Wraps fetches that requests cause with request coalescing, fair turns of clients, a rate limit and back-off.
 * Nobody's requests use up what the provider permits to all.
 *
 * @param name  what is fetched, in the plural: `forecasts`
 * @param fetch undefined if this service has no provider of it
 * @param keyOf equal for calls that share one fetch
 * @param options.simulated whether the provider is simulated; then the rate limit does not apply
 * @throws {UpstreamError} (as a rejection) with the time to wait, if the provider is unavailable or a limit is reached
 */
export function fetchOnDemand<Args extends unknown[], T>(
  name: string,
  fetch: ((...args: Args) => Promise<T>) | undefined,
  keyOf: (...args: Args) => string,
  { limiter, clock, simulated }: { limiter: Pick<Limiter, 'take'>; clock: Clock; simulated: boolean },
): (client: string, ...args: Args) => Promise<T> {
  const turns = new FairTurns({ name, places: maxConcurrentFetches, maxWaiting: maxQueuedFetchesPerClient });
  const running = new Map<string, Promise<T>>();
  let failures = 0;
  let backoffUntil = -Infinity;

  async function fetchNow(client: string, args: Args): Promise<T> {
    if (!fetch) throw new UpstreamError(name, 'no provider is configured', { retryAfterSeconds: 3600 });
    const waitSeconds = (backoffUntil - clock().getTime()) / 1000;
    if (waitSeconds > 0)
      throw new UpstreamError(name, 'the provider failed repeatedly, waiting before the next request', {
        retryAfterSeconds: waitSeconds,
      });
    if (!simulated) {
      await checkRateLimit(`provider:${name}:${client}`, maxFetchesPerMinuteOfClient, 'of one client');
      await checkRateLimit(`provider:${name}`, maxFetchesPerMinute, 'of all clients');
    }
    try {
      const found = await fetch(...args);
      failures = 0;
      return found;
    } catch (error) {
      throw recordFailure(error);
    }
  }

  /** If the limiter is unavailable, only the concurrency limit applies. */
  async function checkRateLimit(key: string, most: number, whose: string): Promise<void> {
    const verdict = await Promise.resolve(limiter.take(key, most)).catch(() => undefined);
    if (!verdict || verdict.allowed) return;
    const retryAfterSeconds = verdict.freedInMs / 1000;
    throw new UpstreamError(name, `the limit of ${most} ${name} per minute ${whose} is reached`, {
      retryAfterSeconds,
    });
  }

  /** Records a failure. A response that cannot be parsed counts as an unavailable provider. */
  function recordFailure(error: unknown): unknown {
    if (!(error instanceof UpstreamError || error instanceof DataError)) return error;
    const failure = error instanceof UpstreamError ? error : new UpstreamError(name, error.message, { cause: error });
    failures++;
    const backoffSeconds =
      failure.retryAfterSeconds ??
      (failures < toleratedFailures ? 0 : firstBackoffSeconds * 2 ** (failures - toleratedFailures));
    backoffUntil = clock().getTime() + Math.min(backoffSeconds, maxBackoffSeconds) * 1000;
    return failure;
  }

  return (client, ...args) => {
    const key = keyOf(...args);
    const active = running.get(key);
    if (active) return active;
    const fetching = turns.run(client, undefined, () => fetchNow(client, args)).finally(() => running.delete(key));
    running.set(key, fetching);
    return fetching;
  };
}
