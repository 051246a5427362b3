import { SizedCache, type CacheBudget } from '@severe/async';
import type { AlertRevision } from '@severe/db';

/**
 * Returns the texts of these features in order. Texts of unchanged rows come from the cache.
 *
 * @param make creates the texts of these ids; ids that no longer exist may be missing and are omitted
 */
export type FeatureTexts = (
  revisions: readonly AlertRevision[],
  make: (ids: number[]) => Promise<Map<number, string>>,
) => Promise<string[]>;

/** Share of the memory of all caches that texts keep. 2,000 active alerts need about 5 MB. */
const minimum = 1 / 64;
/** Memory of an entry besides its text and key. */
const entryBytes = 200;

/**
 * @param budget  memory of the texts, among others
 * @param variant of the request: requests of different variants share no text
 */
export function createFeatureTexts(budget: CacheBudget, variant = (): string => ''): FeatureTexts {
  const cache = new SizedCache<string>({ name: 'texts of alerts', budget, minimum });

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
      if (texts[i] === undefined) cache.set(keys[i], text, 2 * (text.length + keys[i].length) + entryBytes);
      return [text];
    });
  };
}
