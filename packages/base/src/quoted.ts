/** Letters, digits and what stands in numbers, times and lists, in one word or two. */
const plain = /^[\p{L}\p{N}_.,:+-]*( [\p{L}\p{N}_.,:+-]+)?$/u;

/**
 * The beginning of what a caller sent, to be sent back; undefined where it is anything but plain: it could be read as code
 * somewhere, or hide what else stands in an answer.
 */
export function plainly(text: string, most = 40): string | undefined {
  const beginning = text.slice(0, most).replace(/\p{Surrogate}/gu, '');
  return plain.test(beginning) ? beginning : undefined;
}

/** The same in quotation marks, for a sentence. */
export function quoted(text: string): string {
  const beginning = plainly(text);
  return beginning === undefined ? `text of ${text.length} characters` : JSON.stringify(beginning);
}
