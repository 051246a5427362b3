/**
 * Decompresses a zlib stream (RFC 1950) of a given length with all checks of zlib: header, code trees, symbols, distances,
 * the end of input and output, and the checksum.
 */
import { adler32 } from './adler';
import { fillTable, resolveLong, longEntry, invalidEntry } from './prefix-table';

/** Result codes; `problems` in `src/inflate.ts` has their texts. */
const ok: i32 = 0;
const badHeader: i32 = 1;
const truncated: i32 = 2;
const badBlockType: i32 = 3;
const badStoredBlock: i32 = 4;
const badCodes: i32 = 5;
const badSymbol: i32 = 6;
const badDistance: i32 = 7;
const tooLong: i32 = 8;
const tooShort: i32 = 9;
const badChecksum: i32 = 10;

/** Bits that a table resolves at once; longer codes take a slower path. */
const literalTableBits: u32 = 11;
const distanceTableBits: u32 = 9;

/** Bytes between updates of the checksum, small enough to remain in the processor's cache. */
const checksumInterval: usize = 1 << 15;

// Working memory: code tables and code lengths
const literals = memory.data(4 * (1 << 11), 16);
const literalCounts = memory.data(4 * 16 * 2 + 2 * 288, 16);
const distances = memory.data(4 * (1 << 9), 16);
const distanceCounts = memory.data(4 * 16 * 2 + 2 * 32, 16);
const codeLengths = memory.data(4 * (1 << 7), 16);
const codeLengthCounts = memory.data(4 * 16 * 2 + 2 * 32, 16);
const lengths = memory.data(384, 16);

/** Entries of symbols: extra bits << 4 | kind << 8 | base << 16, without the length of the code. */
const literalEntries = memory.data(4 * 288, 16);
const distanceEntries = memory.data(4 * 32, 16);
const plainEntries = memory.data(4 * 19, 16);
const order = memory.data<u8>([16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]);
const repeatOf = memory.data(16 * 17, 16);
const stepOf = memory.data(17, 16);

const kindMask: u32 = 3 << 8;
const kindLiteral: u32 = 0;
const kindBase: u32 = 1 << 8;
const kindEnd: u32 = 2 << 8;

let prepared = false;

function prepare(): void {
  prepared = true;
  for (let i: u32 = 0; i < 256; i++) store<u32>(literalEntries + 4 * i, i << 16);
  store<u32>(literalEntries + 4 * 256, kindEnd);
  let base: u32 = 3;
  for (let i: u32 = 0; i < 28; i++) {
    const extra: u32 = i < 4 ? 0 : (i >> 2) - 1;
    store<u32>(literalEntries + 4 * (257 + i), (base << 16) | kindBase | (extra << 4));
    base += 1 << extra;
  }
  store<u32>(literalEntries + 4 * 285, (258 << 16) | kindBase);
  store<u32>(literalEntries + 4 * 286, invalidEntry);
  store<u32>(literalEntries + 4 * 287, invalidEntry);
  base = 1;
  for (let i: u32 = 0; i < 30; i++) {
    const extra: u32 = i < 2 ? 0 : (i >> 1) - 1;
    store<u32>(distanceEntries + 4 * i, (base << 16) | kindBase | (extra << 4));
    base += 1 << extra;
  }
  store<u32>(distanceEntries + 4 * 30, invalidEntry);
  store<u32>(distanceEntries + 4 * 31, invalidEntry);
  for (let i: u32 = 0; i < 19; i++) store<u32>(plainEntries + 4 * i, i << 16);
  for (let distance: u32 = 1; distance <= 16; distance++) {
    for (let i: u32 = 0; i < 16; i++) store<u8>(repeatOf + 16 * distance + i, <u8>(i % distance));
    store<u8>(stepOf + distance, <u8>(16 - (16 % distance)));
  }
}

// The state of the stream being read
let source: usize = 0;
let sourceEnd: usize = 0;
let target: usize = 0;
let targetStart: usize = 0;
let targetEnd: usize = 0;
let hold: u64 = 0;
let held: u32 = 0;

/**
 * Decompresses a stream to exactly `length` bytes.
 *
 * @param from  the stream; at least 16 bytes after it are readable
 * @param into  the output; up to 272 bytes after it are overwritten
 * @returns 0, or a result code
 */
export function inflate(from: usize, size: u32, into: usize, length: u32): i32 {
  if (!prepared) prepare();
  if (size < 2) return truncated;
  const head: u32 = ((<u32>load<u8>(from)) << 8) | load<u8>(from, 1);
  // Deflate, a window of at most 32 KiB, no preset dictionary
  if (head % 31 != 0 || ((head >> 8) & 15) != 8 || head >> 12 > 7 || (head & 0x20) != 0) return badHeader;
  source = from + 2;
  sourceEnd = from + size;
  target = targetStart = into;
  targetEnd = into + length;
  hold = 0;
  held = 0;
  sum = 1;
  summed = into;

  let last = false;
  while (!last) {
    refill();
    last = (hold & 1) != 0;
    const type = (<u32>(hold >> 1)) & 3;
    drop(3);
    let status: i32 = badBlockType;
    if (type == 0) status = stored();
    else if (type == 1) {
      fixedCodes();
      status = compressed();
    } else if (type == 2) {
      status = readCodes();
      if (status == ok) status = compressed();
    }
    if (status != ok) return status;
    if (overrun()) return truncated;
  }
  if (target != targetEnd) return tooShort;
  add(target);
  // The checksum is byte-aligned: whole bytes in `hold` are returned to the source
  source -= held >> 3;
  if (source + 4 > sourceEnd) return truncated;
  return bswap<u32>(load<u32>(source)) == sum ? ok : badChecksum;
}

let sum: u32 = 1;
let summed: usize = 0;

function add(upTo: usize): void {
  sum = adler32(summed, <u32>(upTo - summed), sum);
  summed = upTo;
}

/** Fills `hold` to at least 56 bits; after the end of the stream they are 0, which `overrun` detects. */
function refill(): void {
  if (source + 8 <= sourceEnd) {
    hold |= load<u64>(source) << held;
    source += (63 - held) >> 3;
    held |= 56;
  } else refillAtEnd();
}

function refillAtEnd(): void {
  while (held <= 56) {
    if (source < sourceEnd) hold |= (<u64>load<u8>(source)) << held;
    source++;
    held += 8;
  }
}

function drop(bits: u32): void {
  hold >>= bits;
  held -= bits;
}

/** Whether bits after the end of the stream were used. */
function overrun(): bool {
  return source > sourceEnd && (source - sourceEnd) * 8 > <usize>held;
}

function stored(): i32 {
  drop(held & 7);
  const length = (<u32>hold) & 0xffff;
  const inverse = (<u32>(hold >> 16)) & 0xffff;
  drop(32);
  if (overrun()) return truncated;
  if ((length ^ 0xffff) != inverse) return badStoredBlock;
  source -= held >> 3;
  hold = 0;
  held = 0;
  if (source + length > sourceEnd) return truncated;
  if (target + length > targetEnd) return tooLong;
  memory.copy(target, source, length);
  source += length;
  target += length;
  return ok;
}

function fixedCodes(): void {
  for (let i: u32 = 0; i < 288; i++) store<u8>(lengths + i, i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8);
  fillTable(lengths, 288, literalEntries, literals, literalTableBits, literalCounts);
  memory.fill(lengths, 5, 32);
  fillTable(lengths, 32, distanceEntries, distances, distanceTableBits, distanceCounts);
}

/** RFC 1951, section 3.2.7. */
function readCodes(): i32 {
  refill();
  const literalCount = ((<u32>hold) & 31) + 257;
  const distanceCount = ((<u32>(hold >> 5)) & 31) + 1;
  const count = ((<u32>(hold >> 10)) & 15) + 4;
  drop(14);
  if (literalCount > 286 || distanceCount > 30) return badCodes;
  memory.fill(lengths, 0, 19);
  for (let i: u32 = 0; i < count; i++) {
    refill();
    store<u8>(lengths + load<u8>(order + i), <u8>(hold & 7));
    drop(3);
  }
  if (fillTable(lengths, 19, plainEntries, codeLengths, 7, codeLengthCounts) != 1) return badCodes;

  const total = literalCount + distanceCount;
  let previous: u8 = 0;
  for (let i: u32 = 0; i < total;) {
    refill();
    const entry = load<u32>(codeLengths + (((<usize>hold) & 127) << 2));
    drop(entry & 15);
    const symbol = entry >> 16;
    if (overrun()) return truncated;
    if (symbol < 16) {
      previous = <u8>symbol;
      store<u8>(lengths + i++, previous);
      continue;
    }
    if (symbol == 16 && i == 0) return badCodes;
    if (symbol != 16) previous = 0;
    const bits: u32 = symbol == 16 ? 2 : symbol == 17 ? 3 : 7;
    const times = ((<u32>hold) & ((1 << bits) - 1)) + (symbol == 18 ? 11 : 3);
    drop(bits);
    if (i + times > total) return badCodes;
    memory.fill(lengths + i, previous, times);
    i += times;
  }
  if (load<u8>(lengths + 256) == 0) return badCodes; // no end
  // A code can be incomplete only if it has at most one word, of one bit
  const whole = fillTable(lengths, literalCount, literalEntries, literals, literalTableBits, literalCounts);
  if (whole < 0 || (whole == 0 && longestOf(literalCounts) > 1)) return badCodes;
  const far = fillTable(
    lengths + literalCount,
    distanceCount,
    distanceEntries,
    distances,
    distanceTableBits,
    distanceCounts,
  );
  if (far < 0 || (far == 0 && longestOf(distanceCounts) > 1)) return badCodes;
  return ok;
}

function longestOf(counts: usize): u32 {
  let longest: u32 = 15;
  while (longest > 0 && load<u32>(counts + 4 * longest) == 0) longest--;
  return longest;
}

/** The symbols of a block, up to its end. */
function compressed(): i32 {
  while (true) {
    refill();
    let entry = load<u32>(literals + (((<usize>hold) & ((1 << literalTableBits) - 1)) << 2));
    if ((entry & kindMask) == kindLiteral) {
      // One literal per step
      if (target >= targetEnd) return tooLong;
      store<u8>(target++, <u8>(entry >> 16));
      drop(entry & 15);
      if (source > sourceEnd && overrun()) return truncated;
      continue;
    }
    if ((entry & (kindMask | longEntry)) == (kindMask | longEntry)) {
      entry = resolveLong(hold, literalTableBits, literalCounts, literalEntries);
      if ((entry & kindMask) == kindLiteral) {
        if (target >= targetEnd) return tooLong;
        store<u8>(target++, <u8>(entry >> 16));
        drop(entry & 15);
        if (source > sourceEnd && overrun()) return truncated;
        continue;
      }
    }
    if ((entry & kindMask) == kindMask) return source > sourceEnd ? truncated : badSymbol;
    drop(entry & 15);
    if ((entry & kindMask) == kindEnd) return ok;

    const lengthExtra = (entry >> 4) & 15;
    const length = (entry >> 16) + ((<u32>hold) & ((1 << lengthExtra) - 1));
    drop(lengthExtra);
    entry = load<u32>(distances + (((<usize>hold) & ((1 << distanceTableBits) - 1)) << 2));
    if ((entry & (kindMask | longEntry)) == (kindMask | longEntry)) {
      entry = resolveLong(hold, distanceTableBits, distanceCounts, distanceEntries);
    }
    if ((entry & kindMask) == kindMask) return source > sourceEnd ? truncated : badSymbol;
    drop(entry & 15);
    const extra = (entry >> 4) & 15;
    const distance = (entry >> 16) + ((<u32>hold) & ((1 << extra) - 1));
    drop(extra);
    if (source > sourceEnd && overrun()) return truncated;
    if (distance > <u32>(target - targetStart)) return badDistance;
    if (target + length > targetEnd) return tooLong;
    repeat(length, distance);
    if (target - summed >= checksumInterval) add(target);
  }
}

/** Copies 16 bytes at a time, also past the end: the following bytes are not written yet. */
function repeat(length: u32, distance: u32): void {
  let at = target;
  const end = target + length;
  target = end;
  if (distance >= 16) {
    do {
      v128.store(at, v128.load(at - distance));
      at += 16;
    } while (at < end);
    return;
  }
  const pattern = i8x16.swizzle(v128.load(at - distance), v128.load(repeatOf + 16 * distance));
  const step: usize = load<u8>(stepOf + distance);
  do {
    v128.store(at, pattern);
    at += step;
  } while (at < end);
}
