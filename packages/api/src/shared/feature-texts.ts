import type { AlertRevision } from '@severe/db';
import { LRUCache } from 'lru-cache';

/**
 * Returns the texts of these features in order. Texts of unchanged rows come from the cache.
 *
 * @param make creates the texts of these ids; ids that no longer exist may be missing and are omitted
 */
export type FeatureTexts = (
  revisions: readonly AlertRevision[],
  make: (ids: number[]) => Promise<Map<number, string>>,
) => Promise<string[]>;

/**
 * @param maxBytes memory for texts; the least recently used are evicted first
 * @param variant  of the request: requests of different variants share no text
 */
export function createFeatureTexts(maxBytes: number, variant = (): string => ''): FeatureTexts {
  const cache = new LRUCache<string, string>({
    maxSize: maxBytes,
    sizeCalculation: (text, key) => 2 * (text.length + key.length) + 200, // overhead of an entry
  });

  return async (revisions, make) => {
    const of = variant();
    const keys = revisions.map(({ id, revision }) => `${id} ${revision}${of}`);
    const texts = keys.map((key) => cache.get(key));
    const missing = revisions.flatMap(({ id }, i) => (texts[i] === undefined ? [id] : []));
    if (missing.length === 0) return texts as string[];
    const made = await make(missing);
    return revisions.flatMap(({ id }, i) => {
      const text = texts[i] ?? made.get(id);
      if (text === undefined) return [];
      if (texts[i] === undefined) cache.set(keys[i], text);
      return [text];
    });
  };
}
