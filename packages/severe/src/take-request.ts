import { ratePolicy, type Quota, type RatePolicy } from '@severe/http';
import type { Limiter, Verdict } from '@severe/platform';

/**
 * A /48 is limited to this many times the limit of a /64. One site often has a whole /48 and could change its /64 with each
 * request; some providers put many subscribers into one.
 */
const siteFactor = 10;

/** Limits of the sites, by that of their networks. */
const sitePolicies = new WeakMap<RatePolicy, RatePolicy>();

/** The policy of a site, by that of its networks. */
export function sitePolicyOf(policy: RatePolicy): RatePolicy {
  const known = sitePolicies.get(policy);
  if (known) return known;
  const created = ratePolicy(`${policy.name}-site`, policy.limit * siteFactor);
  sitePolicies.set(policy, created);
  return created;
}

/** One count of a request: the policy, and what is counted under it. */
export interface Count {
  policy: RatePolicy;
  key: string;
}

/**
 * Counts a request in all its counts, in their order until one refuses it: what an earlier one refuses takes nothing from a later
 * one, which others share. Returns no promise if the limiter returns none.
 *
 * @param counts at least one
 * @returns the verdict that leaves the fewest requests, with its policy
 */
export function takeRequest(
  limiter: Pick<Limiter, 'take'>,
  [{ policy, key }, ...rest]: readonly Count[],
): Quota | Promise<Quota> {
  const quota = (verdict: Verdict): Quota => ({ policy, ...verdict });
  const verdict = limiter.take(`${policy.name}:${key}`, policy.limit);
  const first = verdict instanceof Promise ? verdict.then(quota) : quota(verdict);
  if (rest.length === 0) return first;
  const withRest = (own: Quota): Quota | Promise<Quota> => {
    if (!own.allowed) return own;
    const others = takeRequest(limiter, rest);
    return others instanceof Promise ? others.then((found) => tighter(own, found)) : tighter(own, others);
  };
  return first instanceof Promise ? first.then(withRest) : withRest(first);
}

function tighter(first: Quota, second: Quota): Quota {
  return !second.allowed || second.remaining < first.remaining ? second : first;
}
