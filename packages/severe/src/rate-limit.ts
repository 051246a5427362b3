import type { FindKey, KeyVerdict } from '@severe/api';
import { messageOf, type Log, type Settings } from '@severe/base';
import { clientAddress, ratePolicy, type Client, type CountedAs, type Quota } from '@severe/http';
import type { RateLimit, RatePolicy } from '@severe/http';
import type { Limiter } from '@severe/platform';
import { takeRequest } from './take-request.ts';

export interface RateLimitOptions {
  settings: Pick<Settings, 'trustProxy' | 'rateLimitAnonymous' | 'rateLimitKey' | 'rateLimitTiles'>;
  /** Finds the key in `X-API-Key`. */
  findKey: FindKey;
  limiter: Pick<Limiter, 'take'>;
  log: Log;
  /** Monotonic clock in milliseconds. */
  now?: () => number;
}

/** Policies of a request, and the key of its count. */
interface Tier {
  policies: Policies;
  counted: string;
  /** The valid API key of the request. */
  keyId?: number;
  /** The request has an API key that is not valid: it counts against the address. */
  invalidKey?: boolean;
}

/** A request without a policy is not limited. */
type Policies = Record<CountedAs, RatePolicy | undefined>;

/** A separate limit of tiles is this many times the limit of requests. */
const tileFactor = 10;

/** The limit of files of the pages is this many times the limit of requests: the base map is read in hundreds of small parts. */
const pageFactor = 20;

/** Pause after a failure of the limiter: an unresponsive store must not delay every request. */
const pauseMs = 1000;

/**
 * The rate limits of the service: client → tier → count. A request with a valid API key counts against the key, any other against
 * the address: an IPv4 address, or a /64 and a /48 of IPv6.
 *
 * While the limiter is unavailable, requests are not counted and a warning is logged: limits protect the service and must
 * not stop it.
 */
export function createRateLimit(options: RateLimitOptions): RateLimit {
  const { settings, findKey, limiter, log, now = () => performance.now() } = options;
  const anonymous = policiesOf('anonymous', settings.rateLimitAnonymous, settings.rateLimitTiles);
  const keyed = policiesOf('key', settings.rateLimitKey, settings.rateLimitTiles);
  let unavailableUntil = -Infinity;

  // (Node joins repeated headers into one.)
  const byAddress = ({ address, headers }: Client): Tier => ({
    policies: anonymous,
    counted: clientAddress(address, headers['x-forwarded-for'] as string | undefined, settings.trustProxy),
  });
  const tierFor = (client: Client, verdict: KeyVerdict): Tier => {
    if (verdict === 'unknown') return byAddress(client);
    return verdict === 'invalid'
      ? { ...byAddress(client), invalidKey: true }
      : { policies: keyed, counted: String(verdict.id), keyId: verdict.id };
  };

  function letThrough(error: unknown): undefined {
    if (now() >= unavailableUntil)
      log.warn({ reason: messageOf(error) }, 'the rate limiter is unavailable: requests are not counted');
    unavailableUntil = now() + pauseMs;
  }

  function count({ policies, counted, keyId, invalidKey }: Tier, as: CountedAs): ReturnType<RateLimit> {
    const policy = policies[as] ?? (invalidKey ? policies.request : undefined);
    if (!policy) return undefined;
    const marked = (quota: Quota): Quota => {
      if (keyId !== undefined) quota.keyId = keyId;
      return invalidKey ? { ...quota, invalidKey } : quota;
    };
    /** An invalid key is refused also while requests are not counted. */
    const uncounted = (): Quota | undefined =>
      invalidKey ? { policy, invalidKey, allowed: true, remaining: policy.limit, freedInMs: pauseMs } : undefined;
    const failed = (error: unknown): Quota | undefined => letThrough(error) ?? uncounted();
    if (now() < unavailableUntil) return uncounted();
    try {
      const taken = takeRequest(limiter, { policy, client: counted, anywhere: policies === anonymous });
      return taken instanceof Promise ? taken.then(marked, failed) : marked(taken);
    } catch (error) {
      return failed(error);
    }
  }

  return (client, as) => {
    const text = client.headers['x-api-key'] as string | undefined;
    if (text === undefined) return count(byAddress(client), as);
    const verdict = findKey(text);
    return verdict instanceof Promise
      ? verdict.then((found) => count(tierFor(client, found), as))
      : count(tierFor(client, verdict), as);
  };
}

function policiesOf(name: string, limit: number, tiles: Settings['rateLimitTiles']): Policies {
  const request = ratePolicy(name, limit);
  const tile = {
    count: request,
    separate: ratePolicy(`${name}-tiles`, limit * tileFactor),
    exempt: undefined,
  }[tiles];
  return { request, tile, page: ratePolicy(`${name}-pages`, limit * pageFactor), exempt: undefined };
}
