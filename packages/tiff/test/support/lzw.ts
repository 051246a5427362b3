/**
 * LZW as TIFF has it: codes of 9 to 12 bits, a clearing code at the start and whenever the table is full.
 *
 * @param form `old`: the lowest bit first, and longer codes one code later, as before revision 6 of the standard
 */
export function encodeLzw(octets: Uint8Array, form: 'new' | 'old' = 'new'): Uint8Array {
  const bits: number[] = [];
  let width = 9;
  const put = (code: number): void => {
    for (let i = 0; i < width; i++) bits.push((code >> (form === 'new' ? width - 1 - i : i)) & 1);
  };
  let table = new Map<string, number>();
  let free = 258;
  let string = '';
  const codeOf = (text: string): number => (text.length === 1 ? text.charCodeAt(0) : table.get(text)!);
  put(256);
  for (const octet of octets) {
    const longer = string + String.fromCharCode(octet);
    if (longer.length === 1 || table.has(longer)) {
      string = longer;
      continue;
    }
    put(codeOf(string));
    table.set(longer, free++);
    // the reader's table is one behind: it changes when it has taken in what was told before
    if (free - 1 + (form === 'new' ? 1 : 0) >= 1 << width && width < 12) width++;
    if (free === 4094) {
      put(256);
      table = new Map();
      free = 258;
      width = 9;
    }
    string = String.fromCharCode(octet);
  }
  if (string) {
    put(codeOf(string));
    if (free + (form === 'new' ? 1 : 0) >= 1 << width && width < 12) width++;
  }
  put(257);
  const out = new Uint8Array(Math.ceil(bits.length / 8));
  bits.forEach((bit, i) => (out[i >> 3] |= bit << (form === 'new' ? 7 - (i & 7) : i & 7)));
  return out;
}
