import { DataError } from '@severe/base';

/** Documents of providers have a dozen levels. */
const maxLevels = 1000;
/** A shorter text is not counted: however deep, it takes little memory. */
const shortLength = 1 << 16;

const [quote, backslash, opening, closing] = ['"', '\\', '{', '}'].map((sign) => sign.charCodeAt(0));
/** With this bit, `[` and `]` are `{` and `}`. */
const braceBit = 0x20;

/**
 * Refuses a text before V8 parses it: 6 MB of brackets take 700 MB.
 *
 * @throws {DataError} `json` for more than a thousand levels
 */
export function assertShallow(text: string): void {
  if (text.length < shortLength) return;
  let level = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if ((code | braceBit) === closing) level--;
    else if ((code | braceBit) === opening && ++level > maxLevels)
      throw new DataError('json', `expected JSON of at most ${maxLevels} levels, got more`);
  }
}

/** Where the string ends that begins at `from`; the end of the text if it does not. */
function endOfString(text: string, from: number): number {
  for (let end = text.indexOf('"', from + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === backslash) slashes++;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
}
