import type { FindKey, KeyVerdict } from '@severe/api';
import { messageOf, type Log, type Settings } from '@severe/base';
import type { FoundKey } from '@severe/db';
import {
  clientAddress,
  networkOfClient,
  ratePolicy,
  siteOf,
  type Client,
  type CountedAs,
  type Quota,
} from '@severe/http';
import type { RateLimit, RatePolicy } from '@severe/http';
import type { Limiter } from '@severe/platform';
import { sitePolicyOf, takeRequest, type Count } from './take-request.ts';

export interface RateLimitOptions {
  settings: Pick<Settings, 'trustProxy' | 'rateLimitAnonymous' | 'rateLimitKey' | 'rateLimitTiles'>;
  /** Finds the key in `X-API-Key`. */
  findKey: FindKey;
  limiter: Pick<Limiter, 'take'>;
  log: Log;
  /** Monotonic clock in milliseconds. */
  now?: () => number;
}

/** The counts of a request, and whose portion it takes. */
interface Tier {
  policies: Policies;
  /** What the request is counted against, under the policy of its kind; every one must allow it. */
  countsOf: (policy: RatePolicy) => Count[];
  /** The portion of its API key. */
  portion?: string;
  /** The request has an API key that is not valid: it counts against the address. */
  invalidKey?: boolean;
}

/** A request without a policy is not limited. */
type Policies = Record<CountedAs, RatePolicy | undefined>;

/** A separate limit of tiles is this many times the limit of requests. */
const tileFactor = 10;

/** The limit of files of the pages is this many times the limit of requests: the base map is read in hundreds of small parts. */
const pageFactor = 20;

/** What the user of a key can do whose limit is shared. */
const confirmHint = 'the accounts of a network without a confirmed address share it, so confirm yours to have it alone';

/** Pause after a failure of the limiter: an unresponsive store must not delay every request. */
const pauseMs = 1000;

/**
 * The rate limits of the service: client → tier → count. A request with a valid API key counts against the key, any other against
 * the address: an IPv4 address, or a /64 and a /48 of IPv6. An account costs nothing until its address is confirmed: all keys
 * of such accounts count as one key for the network of the sign-up, and as one for the network that sends the request.
 *
 * While the limiter is unavailable, requests are not counted and a warning is logged: limits protect the service and must
 * not stop it.
 */
export function createRateLimit(options: RateLimitOptions): RateLimit {
  const { settings, findKey, limiter, log, now = () => performance.now() } = options;
  const anonymous = policiesOf('anonymous', settings.rateLimitAnonymous, settings.rateLimitTiles);
  const keyed = policiesOf('key', settings.rateLimitKey, settings.rateLimitTiles);
  const shared = policiesOf('unconfirmed', settings.rateLimitKey, settings.rateLimitTiles, confirmHint);
  let unavailableUntil = -Infinity;

  // (Node joins repeated headers into one.)
  const addressOf = ({ address, headers }: Client): string =>
    clientAddress(address, headers['x-forwarded-for'] as string | undefined, settings.trustProxy);
  const byAddress = (client: Client): Tier => {
    const address = addressOf(client);
    const site = siteOf(address);
    const ofSite = (policy: RatePolicy): Count[] =>
      site === undefined ? [] : [{ policy: sitePolicyOf(policy), key: site }];
    return { policies: anonymous, countsOf: (policy) => [{ policy, key: address }, ...ofSite(policy)] };
  };
  const byKey = (client: Client, { id, portion, isShared }: FoundKey): Tier => {
    if (!isShared) return { policies: keyed, portion, countsOf: (policy) => [{ policy, key: String(id) }] };
    const here = networkOfClient(addressOf(client));
    return {
      policies: shared,
      portion,
      countsOf: (policy) => [
        { policy, key: portion },
        { policy, key: `at ${here}` },
      ],
    };
  };
  const tierFor = (client: Client, verdict: KeyVerdict): Tier => {
    if (verdict === 'unknown') return byAddress(client);
    return verdict === 'invalid' ? { ...byAddress(client), invalidKey: true } : byKey(client, verdict);
  };

  function letThrough(error: unknown): undefined {
    if (now() >= unavailableUntil)
      log.warn({ reason: messageOf(error) }, 'the rate limiter is unavailable: requests are not counted');
    unavailableUntil = now() + pauseMs;
  }

  function count({ policies, countsOf, portion, invalidKey }: Tier, as: CountedAs): ReturnType<RateLimit> {
    const policy = policies[as] ?? (invalidKey ? policies.request : undefined);
    if (!policy) return undefined;
    const marked = (quota: Quota): Quota => {
      if (portion !== undefined) quota.portion = portion;
      return invalidKey ? { ...quota, invalidKey } : quota;
    };
    /** An invalid key is refused also while requests are not counted. */
    const uncounted = (): Quota | undefined =>
      invalidKey ? { policy, invalidKey, allowed: true, remaining: policy.limit, freedInMs: pauseMs } : undefined;
    const failed = (error: unknown): Quota | undefined => letThrough(error) ?? uncounted();
    if (now() < unavailableUntil) return uncounted();
    try {
      const taken = takeRequest(limiter, countsOf(policy));
      return taken instanceof Promise ? taken.then(marked, failed) : marked(taken);
    } catch (error) {
      return failed(error);
    }
  }

  return (client, as) => {
    const text = client.headers['x-api-key'] as string | undefined;
    if (text === undefined) return count(byAddress(client), as);
    const verdict = findKey(text, addressOf(client));
    return verdict instanceof Promise
      ? verdict.then((found) => count(tierFor(client, found), as))
      : count(tierFor(client, verdict), as);
  };
}

function policiesOf(name: string, limit: number, tiles: Settings['rateLimitTiles'], hint?: string): Policies {
  const request = ratePolicy(name, limit, hint);
  const tile = {
    count: request,
    separate: ratePolicy(`${name}-tiles`, limit * tileFactor, hint),
    exempt: undefined,
  }[tiles];
  return { request, tile, page: ratePolicy(`${name}-pages`, limit * pageFactor, hint), exempt: undefined };
}
