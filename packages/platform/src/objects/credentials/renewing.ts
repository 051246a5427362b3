import { UpstreamError } from '@severe/base';

/** Credentials that end. */
export interface Temporary {
  accessKey: string;
  secretKey: string;
  sessionToken: string;
  expiresAt: Date;
}

/** Credentials that are renewed while they are still valid. */
export interface Renewing {
  /** @throws {UpstreamError} when there are no valid ones, and none can be had */
  get: () => Promise<Temporary>;
  /** Reports that the store took the credentials for expired: the next call gets others. */
  reject: () => void;
}

interface Circumstances {
  /** Milliseconds, of the machine's clock: expiry is a time of the world, not of a replay. */
  now: () => number;
  /** From 0 to 1, so that processes that started together do not renew together. */
  random: () => number;
}

const longestLeadMs = 15 * 60_000;
const inFlightMs = 10_000; // a request that begins now must reach the store before they expire
const youngMs = 60_000; // late refusals of earlier credentials must not discard the new ones
const firstPauseMs = 1000;
const longestPauseMs = 60_000;

/**
 * Keeps temporary credentials. In the last quarter of their life, at most 15 minutes, a request starts a renewal and does not wait
 * for it. There is one renewal at a time, whatever number of requests needs it, and a pause after one that failed.
 */
export function renewing(
  fetchNew: () => Promise<Temporary>,
  { now, random }: Circumstances = { now: Date.now, random: Math.random },
): Renewing {
  let current: (Temporary & { issuedAt: number; renewAt: number }) | undefined;
  let renewal: Promise<Temporary> | undefined;
  let failure: { error: unknown; pauseMs: number; until: number } | undefined;

  async function renew(): Promise<Temporary> {
    try {
      const fetched = await fetchNew();
      const left = fetched.expiresAt.getTime() - now();
      if (!(left > inFlightMs)) {
        throw new UpstreamError('object store', `credentials were issued that expire in ${left} ms`);
      }
      const lead = Math.max(inFlightMs, Math.min(longestLeadMs, left / 4) * (1 + random() / 2));
      current = { ...fetched, issuedAt: now(), renewAt: now() + left - lead };
      failure = undefined;
      return current;
    } catch (error) {
      const pauseMs = failure ? Math.min(failure.pauseMs * 2, longestPauseMs) : firstPauseMs;
      failure = { error, pauseMs, until: now() + pauseMs };
      throw error;
    } finally {
      renewal = undefined;
    }
  }

  return {
    async get() {
      const at = now();
      if (current && at < current.renewAt) return current;
      const isPausing = failure !== undefined && at < failure.until;
      if (!isPausing) renewal ??= renew();
      if (current && at < current.expiresAt.getTime() - inFlightMs) {
        renewal?.catch(() => undefined); // the next request after the pause tries again
        return current;
      }
      if (!renewal) throw failure?.error;
      return renewal;
    },
    reject() {
      if (current && now() - current.issuedAt >= youngMs) current = undefined;
    },
  };
}
