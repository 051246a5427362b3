/** Decoding tables: words of up to `bits` bits are looked up at once, longer ones bit by bit. */

/** An entry without a code: kind 3. With `longEntry`, the word is longer than `bits`. */
export const invalidEntry: u32 = 3 << 8;
export const longEntry: u32 = 1 << 10;

/**
 * Fills the table of a canonical code.
 *
 * @param lengths a byte per symbol, 0 if unused
 * @param entries a word per symbol, to which the length of its code is added
 * @param table   2^bits words
 * @param counts  16 counts of words by length, 16 start positions, then symbols in the order of their words
 * @returns 1 for a complete code, 0 for an incomplete one, −1 for one with too many words
 * @see RFC 1951, section 3.2.2
 */
export function fillTable(lengths: usize, symbols: u32, entries: usize, table: usize, bits: u32, counts: usize): i32 {
  const places = counts + 64;
  const sorted = counts + 128;
  memory.fill(counts, 0, 64);
  for (let i: u32 = 0; i < symbols; i++) {
    const length: usize = load<u8>(lengths + i);
    store<u32>(counts + 4 * length, load<u32>(counts + 4 * length) + 1);
  }
  store<u32>(counts, 0);
  let left: i32 = 1;
  let place: u32 = 0;
  for (let length: u32 = 1; length < 16; length++) {
    const count = load<u32>(counts + 4 * length);
    left = (left << 1) - count;
    if (left < 0) return -1;
    store<u32>(places + 4 * length, place);
    place += count;
  }
  for (let i: u32 = 0; i < symbols; i++) {
    const length: usize = load<u8>(lengths + i);
    if (length == 0) continue;
    const at = load<u32>(places + 4 * length);
    store<u16>(sorted + 2 * at, <u16>i);
    store<u32>(places + 4 * length, at + 1);
  }

  const size: u32 = 1 << bits;
  for (let i: u32 = 0; i < size; i++) store<u32>(table + 4 * i, invalidEntry);
  let word: u32 = 0;
  let next: usize = sorted;
  for (let length: u32 = 1; length < 16; length++) {
    for (let i = load<u32>(counts + 4 * length); i > 0; i--, next += 2, word++) {
      if (length > bits) {
        // The table contains only the first bits
        store<u32>(table + 4 * turned(word >> (length - bits), bits), invalidEntry | longEntry);
        continue;
      }
      const entry = load<u32>(entries + 4 * <usize>load<u16>(next)) | length;
      for (let at = turned(word, length); at < size; at += 1 << length) store<u32>(table + 4 * at, entry);
    }
    word <<= 1;
  }
  return left == 0 ? 1 : 0;
}

/** The entry of a word that is longer than `bits`, found by counting through the canonical code. */
export function resolveLong(hold: u64, bits: u32, counts: usize, entries: usize): u32 {
  const sorted = counts + 128;
  let word: i32 = 0;
  let first: i32 = 0;
  let index: i32 = 0;
  for (let length: u32 = 1; length < 16; length++) {
    word |= <i32>(hold & 1);
    hold >>= 1;
    const count: i32 = load<u32>(counts + 4 * length);
    if (word - count < first) {
      return load<u32>(entries + 4 * <usize>load<u16>(sorted + 2 * (index + (word - first)))) | length;
    }
    index += count;
    first = (first + count) << 1;
    word <<= 1;
  }
  return invalidEntry;
}

function turned(word: u32, bits: u32): u32 {
  let result: u32 = 0;
  for (let i: u32 = 0; i < bits; i++) result |= ((word >> i) & 1) << (bits - 1 - i);
  return result;
}
