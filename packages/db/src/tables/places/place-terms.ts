/** A search term of a place. */
export interface PlaceTerm {
  term: string;
  /** Whether it is the whole name, not only its last words. */
  whole: boolean;
}

/** Common abbreviations in names. */
const longForms: Record<string, string> = { st: 'saint', ste: 'sainte', ft: 'fort', mt: 'mount' };

/** Normalised name: lower case, without accents and punctuation, `St. Paul` as `saint paul`. */
export function termOf(name: string): string {
  const words = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’ʻ.]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  return words.map((word) => longForms[word] ?? word).join(' ');
}

/** Search terms of the names of a place: each name, and its rest from every further word. */
export function termsOf(names: string[]): PlaceTerm[] {
  const terms = new Map<string, boolean>();
  for (const name of names) {
    const words = termOf(name).split(' ');
    words.forEach((_, i) => {
      const term = words.slice(i).join(' ');
      if (term !== '') terms.set(term, i === 0 || terms.get(term) === true);
    });
  }
  return [...terms].map(([term, whole]) => ({ term, whole }));
}
