import { LRUCache } from 'lru-cache';

/**
 * Caches the result of an asynchronous function. Concurrent callers share one call. Failures are not cached.
 *
 * @param maxAgeMs lifetime of a result, counted from its arrival; 0 for none
 */
export function memoize<T>(maxAgeMs: number, load: () => Promise<T>): () => Promise<T> {
  if (maxAgeMs === 0) return load; // lru-cache would take it for no limit
  const cache = new LRUCache<'result', { value: T }>({
    max: 1,
    ttl: maxAgeMs,
    fetchMethod: async () => ({ value: await load() }),
  });
  return async () => (await cache.forceFetch('result')).value;
}
