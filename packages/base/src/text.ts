/** A text in one line, without control characters. */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

/** Paragraphs of a provider's text, whose lines are broken at a fixed width. */
export function paragraphsOf(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .map(oneLine)
    .filter(Boolean);
}

/** At most so many characters, counted as UTF-16 units; a pair is not split. */
export function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).replace(/\p{Surrogate}$/u, '')}…`;
}
