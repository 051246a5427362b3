/** Text without any encoded character. */
const plain = /^[\x21-\x24\x26-\x2a\x2c-\x7e]*$/;
/** A NUL or a lone surrogate: under `u`, a complete pair does not match. */
// eslint-disable-next-line no-control-regex
const unstorable = /\0|\p{Surrogate}/u;
const notAscii = /[\u0080-\u00ff]/g;

/**
 * Decodes a percent-encoded part of a URL (RFC 3986). Undefined if it is not UTF-8 or contains a NUL or a lone surrogate,
 * which PostgreSQL cannot store.
 *
 * @param raw  as received; unencoded bytes above 127 appear as Latin-1
 * @param plus whether `+` is a space, as in a query
 */
export function decodeText(raw: string, plus = false): string | undefined {
  if (plain.test(raw)) return raw;
  const spaced = plus ? raw.replaceAll('+', ' ') : raw;
  const encoded = spaced.replace(notAscii, (byte) => `%${byte.charCodeAt(0).toString(16)}`);
  try {
    const text = decodeURIComponent(encoded);
    return unstorable.test(text) ? undefined : text;
  } catch {
    return undefined; // a URIError, the only error of decodeURIComponent
  }
}
