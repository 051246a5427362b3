import { messageOf, type Log, type Settings } from '@severe/base';
import { clientAddress, ratePolicy, type Client, type CountedAs, type Quota } from '@severe/http';
import type { RateLimit, RatePolicy } from '@severe/http';
import type { Limiter, Verdict } from '@severe/platform';

export interface RateLimitOptions {
  settings: Pick<Settings, 'trustProxy' | 'rateLimitAnonymous' | 'rateLimitTiles'>;
  limiter: Pick<Limiter, 'take'>;
  log: Log;
  /** Milliseconds of a clock that never goes back. */
  now?: () => number;
}

/** Under which rule a request falls, and with whom it shares its count. */
interface Tier {
  policies: Policies;
  counted: string;
}

/** A request without a policy is not limited. */
type Policies = Record<CountedAs, RatePolicy | undefined>;

/** Tiles that have a count of their own have one of so many times the size. */
const tileFactor = 10;

/** While the limiter is away, it is asked again after so long: a store that hangs must not make every request wait. */
const pauseMs = 1000;

/**
 * The rate limits of the service: who asks → their tier → a unit of their count.
 *
 * When the limiter is away, requests go through uncounted and the log says so: limits protect the service, and must not be
 * what stops it.
 */
export function createRateLimit({
  settings,
  limiter,
  log,
  now = () => performance.now(),
}: RateLimitOptions): RateLimit {
  const anonymous = policiesOf('anonymous', settings.rateLimitAnonymous, settings.rateLimitTiles);
  let awayUntil = -Infinity;

  // Everybody is anonymous, and known by their address. (Node joins several of this header into one.)
  const tierOf = ({ address, headers }: Client): Tier => ({
    policies: anonymous,
    counted: clientAddress(address, headers['x-forwarded-for'] as string | undefined, settings.trustProxy),
  });

  function letThrough(error: unknown): undefined {
    if (now() >= awayUntil)
      log.warn({ reason: messageOf(error) }, 'the rate limiter is away: requests are not counted');
    awayUntil = now() + pauseMs;
  }

  return (asker, as) => {
    const { policies, counted } = tierOf(asker);
    const policy = policies[as];
    if (!policy || now() < awayUntil) return undefined;
    const told = (verdict: Verdict): Quota => ({ policy, ...verdict });
    try {
      const verdict = limiter.take(`${policy.name}:${counted}`, policy.limit);
      return verdict instanceof Promise ? verdict.then(told, letThrough) : told(verdict);
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
