import { LRUCache } from 'lru-cache';

/**
 * Caches the result of an asynchronous function. Concurrent callers share one call. Failures are not cached.
 *
 * @param maxAgeMs lifetime of a result, counted from its arrival; more than 0
 */
export function memoize<T>(maxAgeMs: number, load: () => Promise<T>): () => Promise<T> {
  const cache = new LRUCache<'result', { value: T }>({
    max: 1,
    ttl: maxAgeMs,
    fetchMethod: async () => ({ value: await load() }),
  });
  return async () => (await cache.forceFetch('result')).value;
}
