/** A search term of a place. */
export interface PlaceTerm {
  term: string;
  /** Whether it is the whole name, not only its last words. */
  whole: boolean;
}

/** Letters without a decomposition. */
const plainLetters: Record<string, string> = { ø: 'o', æ: 'ae', œ: 'oe', ß: 'ss', ł: 'l', đ: 'd', ð: 'd' };

/** Abbreviations in place names. */
const longForms: Record<string, string> = { st: 'saint', ste: 'sainte', ft: 'fort', mt: 'mount' };

/** Changes with `normaliseTerm`: places that are stored with other terms are loaded again. */
export const termsEdition = 'terms 2';

/**
 * Normalises a name: lower case, no accents or punctuation, abbreviations in full (`St. Paul` is `saint paul`). An apostrophe,
 * and the letters that are written like one (`Kāne‘ohe`), are nothing; Ø, Æ and their like are two letters or one.
 */
export function normaliseTerm(name: string): string {
  const words = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’‘ʻʼ`´.]/g, '')
    .replace(/[øæœßłđð]/g, (letter) => plainLetters[letter])
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
