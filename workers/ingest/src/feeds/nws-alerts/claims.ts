/** Where a sentence ends: a full stop, an empty line, a bullet, or the start of another headline. Three dots are a comma. */
const betweenSentences = /(?<!\.)[.!?](?=\s)|\n[ \t]*\n|\n(?=\* )|\.{3}[ \t]*\n(?=\.{3})/;

const isEnd = String.raw`\b(?:cancel\w*|expired|no longer|ended|is over|discontinued|downgraded|replaced by)\b`;

/**
 * The sentences in which a text says that its event is something: an emergency, a dangerous situation. One that says that it is
 * no longer so does not count: `THE TORNADO EMERGENCY HAS BEEN CANCELLED`.
 *
 * @param words letters and blanks; the text has them in any case, and is wrapped between any two
 * @returns sentences with single blanks
 */
export function claimsOf(text: string, words: string): string[] {
  if (!new RegExp(words.replaceAll(' ', String.raw`\s+`), 'i').test(text)) return [];
  const claim = new RegExp(words, 'i');
  const between = (most: number) => `(?:(?!warning|watch).){0,${most}}?`; // what is over is not one of these
  const denial = new RegExp(`${words}${between(120)}${isEnd}|${isEnd}${between(40)}${words}`, 'i');
  return text
    .split(betweenSentences)
    .map((sentence) => sentence.replaceAll(/\s+/g, ' '))
    .filter((sentence) => claim.test(sentence) && !denial.test(sentence));
}

/** Events of which texts of other events tell. */
const eventNames =
  /\b(?:tornado|severe thunderstorm|flash flood|flood|extreme wind|snow squall|dust storm|special marine|red flag|high wind|winter storm|hurricane) (?:warning|watch)\b/gi;

/** Whether a sentence names other events than that of its text. A statement is about events of other names. */
export function namesOther(sentence: string, event: string): boolean {
  if (/ statement$/i.test(event)) return false;
  const named = sentence.match(eventNames) ?? [];
  return named.length > 0 && !named.some((name) => name.toLowerCase() === event.toLowerCase());
}
