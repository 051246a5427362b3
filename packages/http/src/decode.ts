/** What a browser or a script leaves as it is: nothing to decode, and nothing that could be refused. */
const plain = /^[\x21-\x24\x26-\x2a\x2c-\x7e]*$/;
/** A NUL, or half a surrogate pair: under `u` the other halves are never seen alone. */
// eslint-disable-next-line no-control-regex
const unstorable = /\0|\p{Surrogate}/u;
const notAscii = /[\u0080-\u00ff]/g;

/**
 * The text behind a percent-encoded part of a URL (RFC 3986), or undefined where there is none: encoding that is not
 * UTF-8, a NUL or half a surrogate pair, none of which a database takes.
 *
 * @param raw as it stood in the request line; bytes above 127, which should have been encoded, appear as latin-1 there
 * @param plus whether `+` is a space, as in the query of a form
 */
export function decodeText(raw: string, plus = false): string | undefined {
  if (plain.test(raw)) return raw;
  const spaced = plus ? raw.replaceAll('+', ' ') : raw;
  const encoded = spaced.replace(notAscii, (byte) => `%${byte.charCodeAt(0).toString(16)}`);
  try {
    const text = decodeURIComponent(encoded);
    return unstorable.test(text) ? undefined : text;
  } catch {
    return undefined; // a URIError: the one thing that decodeURIComponent throws
  }
}
