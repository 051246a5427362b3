/** Longest stored reason, for a line on a page. */
const maxLength = 500;

/**
 * A message as one line that the database can store: payloads of providers are quoted in messages, and can hold NUL and
 * single surrogates, which a text of PostgreSQL cannot.
 */
export function storableText(message: string): string {
  const line = message
    .slice(0, 2 * maxLength)
    .replaceAll(/\s+/g, ' ')
    .replaceAll('\0', '\uFFFD');
  return line.slice(0, maxLength).replaceAll(/[\uD800-\uDFFF]/gu, '\uFFFD'); // with `u`, single surrogates only
}
