/** Letters, digits and the punctuation of numbers, times and lists, in at most two words. */
const plain = /^[\p{L}\p{N}_.,:+-]*( [\p{L}\p{N}_.,:+-]+)?$/u;

/**
 * The beginning of a text of the caller, for a response; undefined if it has other characters, because it could be
 * interpreted as code.
 */
export function plainly(text: string, most = 40): string | undefined {
  const beginning = text.slice(0, most).replace(/\p{Surrogate}/gu, '');
  return plain.test(beginning) ? beginning : undefined;
}

/** The same in quotation marks, for a sentence; else its length. */
export function quoted(text: string): string {
  const beginning = plainly(text);
  return beginning === undefined ? `text of ${text.length} characters` : JSON.stringify(beginning);
}
