import type { Fetcher } from './fetcher.ts';

/** Wait for a response after which a provider counts as slow. */
const patienceMs = 5_000;

/** The same fetcher. @param onSlow called when a request has waited for five seconds, and again for every further request */
export function reportingSlowness(fetcher: Fetcher, onSlow: () => void): Fetcher {
  async function watched<T>(request: Promise<T>): Promise<T> {
    const timer = setTimeout(onSlow, patienceMs);
    try {
      return await request;
    } finally {
      clearTimeout(timer);
    }
  }
  return {
    bytes: (url, options) => watched(fetcher.bytes(url, options)),
    text: (url, options) => watched(fetcher.text(url, options)),
    changedText: (url, options) => watched(fetcher.changedText(url, options)),
  };
}
