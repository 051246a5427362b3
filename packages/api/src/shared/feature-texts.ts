import { LRUCache } from 'lru-cache';

/** A row by its id, and as it is now. */
export interface Mark {
  id: number;
  mark: string;
}

/**
 * The texts of these features, in their order; those that were shown before as they are now are not made again.
 *
 * @param make the texts of these ids by their id; what is gone by now may be missing, and is left out
 */
export type FeatureTexts = (
  marks: readonly Mark[],
  make: (ids: number[]) => Promise<Map<number, string>>,
) => Promise<string[]>;

/** @param maxBytes memory for texts; those least used go first */
export function createFeatureTexts(maxBytes: number): FeatureTexts {
  const kept = new LRUCache<string, string>({
    maxSize: maxBytes,
    sizeCalculation: (text, key) => 2 * (text.length + key.length) + 200, // the entry itself
  });

  return async (marks, make) => {
    const keys = marks.map(({ id, mark }) => `${id} ${mark}`);
    const texts = keys.map((key) => kept.get(key));
    const missing = marks.flatMap(({ id }, i) => (texts[i] === undefined ? [id] : []));
    if (missing.length === 0) return texts as string[];
    const made = await make(missing);
    return marks.flatMap(({ id }, i) => {
      const text = texts[i] ?? made.get(id);
      if (text === undefined) return [];
      if (texts[i] === undefined) kept.set(keys[i], text);
      return [text];
    });
  };
}
