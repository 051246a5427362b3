import { LRUCache } from 'lru-cache';

/** The bytes of a key; `make` creates them if they are not cached. */
export type BytesOf = (key: string, make: () => Uint8Array) => Uint8Array;

/** Caches byte arrays by key. When they exceed `maxBytes` in total, the least recently used are evicted. */
export function memoizeBytes(maxBytes: number): BytesOf {
  const cache = new LRUCache<string, Uint8Array, () => Uint8Array>({
    maxSize: maxBytes,
    sizeCalculation: (bytes) => bytes.length || 1,
    memoMethod: (_, __, { context: make }) => make(),
  });
  return (key, make) => cache.memo(key, { context: make });
}
