/**
 * Writes reference + value for every member of every group of complex packing.
 *
 * @param references a word per group; likewise `widths` in bits (0 to 31) and `lengths`
 * @param data       the values, highest bit first; eight bytes after them are readable
 * @param into       words
 */
export function unpackGroups(
  references: usize,
  widths: usize,
  lengths: usize,
  groups: u32,
  data: usize,
  into: usize,
): void {
  let bit: u64 = 0; // within the byte at `data`
  for (let group: u32 = 0; group < groups; group++, references += 4, widths += 4, lengths += 4) {
    const reference = load<i32>(references);
    const width: u64 = load<u32>(widths);
    const end = into + 4 * <usize>load<u32>(lengths);
    if (width == 0) {
      for (; into < end; into += 4) store<i32>(into, reference);
      continue;
    }
    const drop: u64 = 64 - width;
    // Four values of at most 14 bits fit into one 64-bit load and are extracted independently
    const fours = width <= 14 ? into + ((end - into) & ~15) : into;
    for (; into < fours; into += 16) {
      const word = bswap<u64>(load<u64>(data)) << bit;
      store<i32>(into, reference + <i32>(word >> drop));
      store<i32>(into, reference + <i32>((word << width) >> drop), 4);
      store<i32>(into, reference + <i32>((word << (2 * width)) >> drop), 8);
      store<i32>(into, reference + <i32>((word << (3 * width)) >> drop), 12);
      bit += 4 * width;
      data += <usize>(bit >> 3);
      bit &= 7;
    }
    for (; into < end; into += 4) {
      const value = <i32>((bswap<u64>(load<u64>(data)) << bit) >> drop);
      store<i32>(into, reference + value);
      bit += width;
      data += <usize>(bit >> 3);
      bit &= 7;
    }
  }
}

/** Integrates first differences (minus the smallest) in place; the first entry is a value. Sums wrap at 32 bits. */
export function sumOnce(values: usize, count: u32, smallest: i32): void {
  const end = values + 4 * <usize>count;
  let last = load<i32>(values);
  for (let at = values + 4; at < end; at += 4) {
    last += load<i32>(at) + smallest;
    store<i32>(at, last);
  }
}

/** The same for second differences; the first two entries are values. */
export function sumTwice(values: usize, count: u32, smallest: i32): void {
  const end = values + 4 * <usize>count;
  let last = load<i32>(values, 4);
  let slope = last - load<i32>(values);
  for (let at = values + 8; at < end; at += 4) {
    slope += load<i32>(at) + smallest;
    last += slope;
    store<i32>(at, last);
  }
}
