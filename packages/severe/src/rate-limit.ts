import { messageOf, type Log, type Settings } from '@severe/base';
import { clientAddress, ratePolicy, type Client, type CountedAs, type Quota } from '@severe/http';
import type { RateLimit, RatePolicy } from '@severe/http';
import type { Limiter, Verdict } from '@severe/platform';

export interface RateLimitOptions {
  settings: Pick<Settings, 'trustProxy' | 'rateLimitAnonymous' | 'rateLimitTiles'>;
  limiter: Pick<Limiter, 'take'>;
  log: Log;
  /** Monotonic clock in milliseconds. */
  now?: () => number;
}

/** Policies of a request, and the key of its count. */
interface Tier {
  policies: Policies;
  counted: string;
}

/** A request without a policy is not limited. */
type Policies = Record<CountedAs, RatePolicy | undefined>;

/** A separate limit of tiles is this many times the limit of requests. */
const tileFactor = 10;

/** Pause after a failure of the limiter: an unresponsive store must not delay every request. */
const pauseMs = 1000;

/**
 * The rate limits of the service: client → tier → count.
 *
 * While the limiter is unavailable, requests are not counted and a warning is logged: limits protect the service and must
 * not stop it.
 */
export function createRateLimit({
  settings,
  limiter,
  log,
  now = () => performance.now(),
}: RateLimitOptions): RateLimit {
  const anonymous = policiesOf('anonymous', settings.rateLimitAnonymous, settings.rateLimitTiles);
  let unavailableUntil = -Infinity;

  // All clients are anonymous and identified by their address. (Node joins repeated headers into one.)
  const tierOf = ({ address, headers }: Client): Tier => ({
    policies: anonymous,
    counted: clientAddress(address, headers['x-forwarded-for'] as string | undefined, settings.trustProxy),
  });

  function letThrough(error: unknown): undefined {
    if (now() >= unavailableUntil)
      log.warn({ reason: messageOf(error) }, 'the rate limiter is unavailable: requests are not counted');
    unavailableUntil = now() + pauseMs;
  }

  return (client, as, cost = 1) => {
    const { policies, counted } = tierOf(client);
    const policy = policies[as];
    if (!policy || now() < unavailableUntil) return undefined;
    const quota = (verdict: Verdict): Quota => ({ policy, cost, ...verdict });
    try {
      const verdict = limiter.take(`${policy.name}:${counted}`, policy.limit, cost);
      return verdict instanceof Promise ? verdict.then(quota, letThrough) : quota(verdict);
    } catch (error) {
      return letThrough(error);
    }
  };
}

function policiesOf(name: string, limit: number, tiles: Settings['rateLimitTiles']): Policies {
  const request = ratePolicy(name, limit);
  const tile = {
    count: request,
    separate: ratePolicy(`${name}-tiles`, limit * tileFactor),
    exempt: undefined,
  }[tiles];
  return { request, tile };
}
