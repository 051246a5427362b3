import { siteOf, ratePolicy, type Quota, type RatePolicy } from '@severe/http';
import type { Limiter, Verdict } from '@severe/platform';

/**
 * A /48 is limited to this many times the limit of a /64. One site often has a whole /48 and could change its /64 with each
 * request; some providers put many subscribers into one.
 */
const siteFactor = 10;

/** Limits of the sites, by that of their networks. */
const sitePolicies = new WeakMap<RatePolicy, RatePolicy>();

function sitePolicyOf(policy: RatePolicy): RatePolicy {
  const known = sitePolicies.get(policy);
  if (known) return known;
  const created = ratePolicy(`${policy.name}-site`, policy.limit * siteFactor);
  sitePolicies.set(policy, created);
  return created;
}

/**
 * Counts a request of a client and, if that is a network of IPv6, of its site. The client counts first, so that its refused
 * requests take nothing from its neighbours. Returns no promise if the limiter returns none.
 *
 * @param client   identity of the client within the policy
 * @param anywhere whether the client is an address; a key counts alone
 * @returns the verdict that leaves fewer requests, with its policy
 */
export function takeRequest(
  limiter: Pick<Limiter, 'take'>,
  { policy, client, anywhere }: { policy: RatePolicy; client: string; anywhere: boolean },
): Quota | Promise<Quota> {
  const take = (of: RatePolicy, key: string): Quota | Promise<Quota> => {
    const quota = (verdict: Verdict): Quota => ({ policy: of, ...verdict });
    const verdict = limiter.take(`${of.name}:${key}`, of.limit);
    return verdict instanceof Promise ? verdict.then(quota) : quota(verdict);
  };
  const site = anywhere ? siteOf(client) : undefined;
  const own = take(policy, client);
  if (site === undefined) return own;
  const withSite = (first: Quota): Quota | Promise<Quota> => {
    if (!first.allowed) return first;
    const second = take(sitePolicyOf(policy), site);
    return second instanceof Promise ? second.then((both) => tighter(first, both)) : tighter(first, second);
  };
  return own instanceof Promise ? own.then(withSite) : withSite(own);
}

function tighter(network: Quota, site: Quota): Quota {
  return !site.allowed || site.remaining < network.remaining ? site : network;
}
