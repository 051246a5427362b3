/**
 * Looks up a byte for every 16-bit code. Most codes are the same empty code, so eight of them are tested at once.
 *
 * @param count  rounded up to a multiple of 64; the codes up to there must be readable and the output writable
 * @param table  65536 bytes
 * @param marks  a byte per 64 codes: 0 only if all their bytes are 0
 */
export function paint(codes: usize, count: u32, table: usize, into: usize, marks: usize): void {
  let quiet: u16 = load<u16>(codes); // a code whose byte is 0
  let isQuiet = load<u8>(table + <usize>quiet) == 0;
  for (let group: u32 = 0; group < count; group += 64, marks++, codes += 128, into += 64) {
    const clear = i16x8.splat(quiet);
    if (isQuiet && !differs(codes, clear)) {
      for (let i: usize = 0; i < 64; i += 16) v128.store(into + i, i8x16.splat(0));
      store<u8>(marks, 0);
      continue;
    }
    let any: u64 = 0;
    for (let i: usize = 0; i < 64; i += 8) {
      if (isQuiet && !v128.any_true(v128.xor(v128.load(codes + 2 * i), clear))) {
        store<u64>(into + i, 0);
        continue;
      }
      let eight: u64 = 0;
      for (let j: usize = 0; j < 8; j++) {
        eight |= (<u64>load<u8>(table + <usize>load<u16>(codes + 2 * (i + j)))) << (8 * j);
      }
      store<u64>(into + i, eight);
      any |= eight;
    }
    store<u8>(marks, any != 0 ? 1 : 0);
    if (any == 0) {
      quiet = load<u16>(codes);
      isQuiet = true;
    }
  }
}

/** Whether any of 64 codes differs. */
function differs(codes: usize, clear: v128): bool {
  let any = v128.xor(v128.load(codes), clear);
  for (let i: usize = 16; i < 128; i += 16) any = v128.or(any, v128.xor(v128.load(codes + i), clear));
  return v128.any_true(any);
}
