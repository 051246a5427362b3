import { around, type Fetcher } from './fetcher.ts';

/** Wait for a response after which a provider counts as slow. */
const patienceMs = 5_000;

/** The same fetcher. @param onSlow called when a request has waited for five seconds, and again for every further request */
export function reportingSlowness(fetcher: Fetcher, onSlow: () => void): Fetcher {
  return around(fetcher, async (ask) => {
    const timer = setTimeout(onSlow, patienceMs);
    try {
      return await ask();
    } finally {
      clearTimeout(timer);
    }
  });
}
