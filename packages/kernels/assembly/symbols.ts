/**
 * Symbols of lengths and distances in DEFLATE: a symbol for a range, and extra bits for the value within it.
 *
 * @see RFC 1951, section 3.2.5
 */
const lengthSymbols = memory.data(259, 16);
const lengthStarts = memory.data(2 * 29, 16);
const distanceStarts = memory.data(2 * 30, 16);
/** Indexed by distance − 1 up to 256, then by 256 + (distance − 1) / 128, where ranges are multiples of 128. */
const distanceSymbols = memory.data(512, 16);

export function prepareSymbols(): void {
  let start: u32 = 3;
  for (let i: u32 = 0; i < 28; i++) {
    store<u16>(lengthStarts + 2 * i, <u16>start);
    const count: u32 = 1 << lengthBits(i);
    for (let j: u32 = 0; j < count && start + j < 259; j++) store<u8>(lengthSymbols + start + j, <u8>i);
    start += count;
  }
  store<u16>(lengthStarts + 2 * 28, 258);
  store<u8>(lengthSymbols + 258, 28);
  start = 1;
  for (let i: u32 = 0; i < 30; i++) {
    store<u16>(distanceStarts + 2 * i, <u16>start);
    const end = start + (1 << distanceBits(i));
    for (; start < end; start += start > 256 ? 128 : 1) {
      store<u8>(distanceSymbols + (start > 256 ? 256 + ((start - 1) >> 7) : start - 1), <u8>i);
    }
  }
}

/** The index i of the length symbol 257 + i. */
export function lengthSymbol(length: u32): u32 {
  return load<u8>(lengthSymbols + length);
}

/** The first length of symbol 257 + i; length 258 has a separate symbol. */
export function lengthStart(i: u32): u32 {
  return load<u16>(lengthStarts + 2 * i);
}

/** Extra bits of length symbol 257 + i. */
export function lengthBits(i: u32): u32 {
  return i < 4 || i == 28 ? 0 : (i >> 2) - 1;
}

export function distanceSymbol(distance: u32): u32 {
  const d: usize = distance - 1;
  return load<u8>(distanceSymbols + (d < 256 ? d : 256 + (d >> 7)));
}

/** The first distance of symbol i. */
export function distanceStart(i: u32): u32 {
  return load<u16>(distanceStarts + 2 * i);
}

/** Extra bits of distance symbol i. */
export function distanceBits(i: u32): u32 {
  return i < 2 ? 0 : (i >> 1) - 1;
}
