/** A term that finds a place. */
export interface PlaceTerm {
  term: string;
  /** Whether it is the whole name, not only the end of it. */
  whole: boolean;
}

/** Short forms that stand in names as often as the long ones. */
const longForms: Record<string, string> = { st: 'saint', ste: 'sainte', ft: 'fort', mt: 'mount' };

/** A name as it is compared: lower case, without accents and signs, `St. Paul` as `saint paul`. */
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

/** The terms by which names of a place are found: each name, and what is left of it from every further word on. */
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
