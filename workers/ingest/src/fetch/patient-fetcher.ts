import type { Fetcher } from './fetcher.ts';

/** The same fetcher. @param onSlow called when a request has waited for `patienceMs`, and again for every further request */
export function reportingSlowness(fetcher: Fetcher, patienceMs: number, onSlow: () => void): Fetcher {
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
