/**
 * Finds repetitions in rows. Where a general compressor searches chains, pictures of weather repeat in three places
 * that are known beforehand: the pixel before, the row above, and the last occurrence of the same four bytes.
 */
import { distanceSymbol, lengthSymbol } from './symbols';

const HASH_BITS: u32 = 12;
/** Shorter repetitions than this that are far away cost more than the bytes themselves. */
const SHORTEST: u32 = 4;
/** A repetition at least this long is taken without looking whether the next byte begins a longer one. */
const LONG_ENOUGH: u32 = 32;
const LONGEST: u32 = 258;
const FARTHEST: u32 = 32768;

/** Positions + 1 of the last occurrence of four bytes, by their hash. */
const seen = memory.data(4 << 12, 16);

let bytes: usize = 0;
let size: u32 = 0;

/**
 * Writes the rows as tokens: a literal is its byte, a repetition is length << 16 | distance. Adds to the counts of
 * symbols, and returns how many tokens there are.
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
  memory.fill(seen, 0, 4 << HASH_BITS);
  bytes = from;
  size = length;
  let count: u32 = 0;
  let match: u32 = 0;
  for (let at: u32 = 0; at < length; count++) {
    if (match == 0) match = longest(at, stride, unit);
    const reach = match >>> 16;
    let after: u32 = 0;
    if (reach > 0 && reach < LONG_ENOUGH) {
      after = longest(at + 1, stride, unit);
      if (after >>> 16 <= reach) after = 0;
    }
    if (reach == 0 || after != 0) {
      const byte: u32 = load<u8>(from + at++);
      store<u32>(tokens + 4 * count, byte);
      countOne(literalCounts, byte);
      match = after;
    } else {
      store<u32>(tokens + 4 * count, match);
      countOne(literalCounts, 257 + lengthSymbol(reach));
      countOne(distanceCounts, distanceSymbol(match & 0xffff));
      at += reach;
      match = 0;
    }
  }
  return count;
}

function countOne(counts: usize, symbol: u32): void {
  store<u32>(counts + 4 * symbol, load<u32>(counts + 4 * symbol) + 1);
}

/** The best repetition at a position, length << 16 | distance, or 0. The nearer of two equally long ones wins. */
function longest(at: u32, stride: u32, unit: u32): u32 {
  const most = min(LONGEST, size - at);
  if (most < SHORTEST) return 0;
  const here = bytes + at;
  const word = load<u32>(here);
  const slot = seen + 4 * <usize>((word * 0x9e3779b1) >>> (32 - HASH_BITS));
  const last = load<u32>(slot);
  store<u32>(slot, at + 1);

  let best: u32 = 0;
  let distance: u32 = 0;
  if (at >= unit && startsAlike(word, here - unit)) {
    best = repeated(here, unit, most);
    distance = unit;
  }
  if (best < most && at >= stride && startsAlike(word, here - stride)) {
    const length = repeated(here, stride, most);
    if (length > best) {
      best = length;
      distance = stride;
    }
  }
  if (best < LONG_ENOUGH && last > 0) {
    const back = at + 1 - last;
    if (back > 0 && back <= FARTHEST && load<u32>(here - back) == word) {
      const length = repeated(here, back, most);
      if (length > best) {
        best = length;
        distance = back;
      }
    }
  }
  return (best << 16) | distance;
}

/** Whether three bytes are the same. */
function startsAlike(word: u32, there: usize): bool {
  return (word ^ load<u32>(there)) << 8 == 0;
}

/** How many bytes repeat those `distance` before: sixteen at a time, which may look beyond the end. */
function repeated(here: usize, distance: u32, most: u32): u32 {
  for (let length: u32 = 0; length < most; length += 16) {
    const same = i8x16.eq(v128.load(here + length), v128.load(here + length - distance));
    const differ = ~i8x16.bitmask(same) & 0xffff;
    if (differ != 0) return min(most, length + ctz(differ));
  }
  return most;
}
