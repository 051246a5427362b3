/**
 * Finds repetitions in rows. Instead of searching hash chains, only three distances are tried, where weather images repeat:
 * the previous pixel, the row above, and the last occurrence of the same four bytes. Cells of several bytes are repeated whole, and
 * by the first two distances alone: others cost more bits than they save.
 */
import { distanceSymbol, lengthSymbol } from './symbols';

const hashBits: u32 = 12;
/** Shorter repetitions at large distances cost more than literals. */
const minMatch: u32 = 4;
/** A repetition of at least this length is used without lazy matching. */
const goodMatch: u32 = 32;
const maxMatch: u32 = 258;
const maxDistance: u32 = 32768;
const cellBytes: u32 = 2;

/** Positions + 1 of the last occurrence of four bytes, by their hash. */
const seen = memory.data(4 << 12, 16);

let bytes: usize = 0;
let size: u32 = 0;

/**
 * Writes the rows as tokens: a literal is its byte, a repetition is length << 16 | distance. Adds to the symbol counts and
 * returns the number of tokens.
 */
export function tokenize(
  from: usize,
  length: u32,
  stride: u32,
  unit: u32,
  tokens: usize,
  literalCounts: usize,
  distanceCounts: usize,
): u32 {
  bytes = from;
  size = length;
  if (unit == cellBytes) return tokenizeCells(stride, tokens, literalCounts, distanceCounts);
  memory.fill(seen, 0, 4 << hashBits);
  let count: u32 = 0;
  let match: u32 = 0;
  for (let at: u32 = 0; at < length;) {
    if (match == 0) match = longest(at, stride, unit);
    const reach = match >>> 16;
    let after: u32 = 0;
    if (unit == 1 && reach > 0 && reach < goodMatch) {
      after = longest(at + unit, stride, unit);
      if (after >>> 16 <= reach) after = 0;
    }
    if (reach == 0 || after != 0) {
      for (const end = min(at + unit, length); at < end; at++, count++) {
        const byte: u32 = load<u8>(from + at);
        store<u32>(tokens + 4 * count, byte);
        countOne(literalCounts, byte);
      }
      match = after;
    } else {
      store<u32>(tokens + 4 * count++, match);
      countOne(literalCounts, 257 + lengthSymbol(reach));
      countOne(distanceCounts, distanceSymbol(match & 0xffff));
      at += reach;
      match = 0;
    }
  }
  return count;
}

/** The same of cells of two bytes: eight are compared at once with those before them and above them. */
function tokenizeCells(stride: u32, tokens: usize, literalCounts: usize, distanceCounts: usize): u32 {
  let into = tokens;
  for (let at: u32 = 0; at < size;) {
    const here = bytes + at;
    let literals: u32 = 1;
    let match: u32 = 0;
    if (at >= max(stride, cellBytes) && at + 16 + cellBytes <= size) {
      const cells = v128.load(here);
      const before = i16x8.bitmask(i16x8.eq(cells, v128.load(here - cellBytes)));
      const above = i16x8.bitmask(i16x8.eq(cells, v128.load(here - stride)));
      const starts = (before & (before >>> 1)) | (above & (above >>> 1));
      literals = starts == 0 ? 7 : ctz(starts); // the last of eight needs the one behind it
      if (starts != 0) match = longest(at + cellBytes * literals, stride, cellBytes);
    } else {
      match = longest(at, stride, cellBytes);
      if (match != 0) literals = 0;
    }
    for (const end = min(at + cellBytes * literals, size); at < end; at++, into += 4) {
      const byte: u32 = load<u8>(bytes + at);
      store<u32>(into, byte);
      countOne(literalCounts, byte);
    }
    if (match == 0) continue;
    const reach = match >>> 16;
    store<u32>(into, match);
    into += 4;
    countOne(literalCounts, 257 + lengthSymbol(reach));
    countOne(distanceCounts, distanceSymbol(match & 0xffff));
    at += reach;
  }
  return <u32>((into - tokens) >> 2);
}

function countOne(counts: usize, symbol: u32): void {
  store<u32>(counts + 4 * symbol, load<u32>(counts + 4 * symbol) + 1);
}

/** The longest repetition at a position as length << 16 | distance, or 0. The nearer of two equally long ones is used. */
function longest(at: u32, stride: u32, unit: u32): u32 {
  if (at + minMatch > size) return 0;
  const most = min(maxMatch, size - at) & ~(unit - 1);
  const here = bytes + at;
  const word = load<u32>(here);
  let best: u32 = 0;
  let distance: u32 = 0;
  if (at >= unit && startsAlike(word, here - unit, unit)) {
    best = repeated(here, unit, most, unit);
    distance = unit;
  }
  if (best < most && at >= stride && startsAlike(word, here - stride, unit)) {
    const length = repeated(here, stride, most, unit);
    if (length > best) {
      best = length;
      distance = stride;
    }
  }
  if (unit > 1) return (best << 16) | distance;
  const slot = seen + 4 * <usize>((word * 0x9e3779b1) >>> (32 - hashBits));
  const last = load<u32>(slot);
  store<u32>(slot, at + 1);
  if (best < goodMatch && last > 0) {
    const back = at + 1 - last;
    if (back > 0 && back <= maxDistance && load<u32>(here - back) == word) {
      const length = repeated(here, back, most, unit);
      if (length > best) {
        best = length;
        distance = back;
      }
    }
  }
  return (best << 16) | distance;
}

/** Whether the first three bytes are equal, or four of cells. */
function startsAlike(word: u32, there: usize, unit: u32): bool {
  return (word ^ load<u32>(there)) << (unit == 1 ? 8 : 0) == 0;
}

/** Length of the repetition at `distance` in whole cells, compared 16 bytes at a time, which can read past the end. */
function repeated(here: usize, distance: u32, most: u32, unit: u32): u32 {
  for (let length: u32 = 0; length < most; length += 16) {
    const same = i8x16.eq(v128.load(here + length), v128.load(here + length - distance));
    const differ = ~i8x16.bitmask(same) & 0xffff;
    if (differ != 0) return min(most, (length + ctz(differ)) & ~(unit - 1));
  }
  return most;
}
