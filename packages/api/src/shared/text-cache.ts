import { LRUCache } from 'lru-cache';

/** Keeps texts by texts. @param maxBytes memory of both; the least recently used are evicted first */
export function createTextCache(maxBytes: number): LRUCache<string, string> {
  return new LRUCache({
    maxSize: maxBytes,
    sizeCalculation: (text, key) => 2 * (text.length + key.length) + 200, // overhead of an entry
  });
}
