/** A search term of a place. */
export interface PlaceTerm {
  term: string;
  /** Whether it is the whole name, not only its last words. */
  whole: boolean;
}

/** Abbreviations in place names. */
const longForms: Record<string, string> = { st: 'saint', ste: 'sainte', ft: 'fort', mt: 'mount' };

/** Normalises a name: lower case, no accents or punctuation, abbreviations in full (`St. Paul` is `saint paul`). */
export function normaliseTerm(name: string): string {
  const words = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’ʻ.]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  return words.map((word) => longForms[word] ?? word).join(' ');
}

/** Search terms of a place: each name, and each name without its first words. */
export function termsOf(names: string[]): PlaceTerm[] {
  const terms = new Map<string, boolean>();
  for (const name of names) {
    const words = normaliseTerm(name).split(' ');
    words.forEach((_, i) => {
      const term = words.slice(i).join(' ');
      if (term !== '') terms.set(term, i === 0 || terms.get(term) === true);
    });
  }
  return [...terms].map(([term, whole]) => ({ term, whole }));
}
