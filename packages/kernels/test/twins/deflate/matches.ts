/**
 * Finds repetitions in rows of pixels. Where a general compressor searches chains, images of weather repeat in three
 * places that are known beforehand: the pixel before, the row above, and the last occurrence of the same four bytes. Cells of several
 * bytes repeat whole, and in the first two places.
 */
import { endOfBlock, farthestMatch, lengthSymbol, distanceSymbol, longestMatch } from './symbols.ts';
import { distanceSymbols, literalSymbols } from './symbols.ts';

const hashBits = 12;
/** Shorter repetitions than this that are far away cost more than the bytes themselves. */
const shortest = 4;
/** A repetition at least this long is taken without looking whether the next byte begins a longer one. */
const longEnough = 32;

/** An image as literals and repetitions, and how often each symbol occurs. */
export interface Tokens {
  count: number;
  /** The length of a repetition, or 0 for a literal. */
  lengths: Uint16Array;
  /** The distance of a repetition, or the byte of a literal. */
  values: Uint16Array;
  literalCounts: Uint32Array;
  distanceCounts: Uint32Array;
}

/** Working memory for inputs of up to `size` bytes. */
export function tokensFor(size: number): Tokens {
  return {
    count: 0,
    lengths: new Uint16Array(size),
    values: new Uint16Array(size),
    literalCounts: new Uint32Array(literalSymbols),
    distanceCounts: new Uint32Array(distanceSymbols),
  };
}

/** Positions + 1 of the last occurrence of four bytes, by their hash. */
export type Seen = Int32Array;

export function newSeen(): Seen {
  return new Int32Array(1 << hashBits);
}

/** Fills `tokens` with the rows, which are `stride` bytes each, `unit` a pixel. */
export function tokenize(bytes: Uint8Array, stride: number, unit: number, seen: Seen, tokens: Tokens): void {
  const rows = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { lengths, values, literalCounts, distanceCounts } = tokens;
  literalCounts.fill(0);
  distanceCounts.fill(0);
  seen.fill(0);
  let count = 0;
  let match = 0;
  for (let at = 0; at < bytes.length;) {
    if (match === 0) match = longest(rows, at, stride, unit, seen);
    const length = match >>> 16;
    let after = 0;
    if (unit === 1 && length > 0 && length < longEnough) {
      after = longest(rows, at + 1, stride, unit, seen);
      if (after >>> 16 <= length) after = 0;
    }
    if (length === 0 || after !== 0) {
      for (const end = Math.min(at + unit, bytes.length); at < end; at++, count++) {
        lengths[count] = 0;
        values[count] = bytes[at];
        literalCounts[bytes[at]]++;
      }
      match = after;
    } else {
      const distance = match & 0xffff;
      lengths[count] = length;
      values[count++] = distance;
      literalCounts[257 + lengthSymbol[length]]++;
      distanceCounts[distanceSymbol(distance)]++;
      at += length;
      match = 0;
    }
  }
  literalCounts[endOfBlock] = 1;
  tokens.count = count;
}

/** The best repetition at a position, length × 65536 + distance, or 0. The nearer of two equally long ones wins. */
function longest(rows: DataView, at: number, stride: number, unit: number, seen: Seen): number {
  const left = rows.byteLength - at;
  if (left < shortest) return 0;
  const most = wholeCells(Math.min(longestMatch, left), unit);
  const fewest = unit === 1 ? 3 : shortest;
  let best = 0;
  let distance = 0;
  const tryAt = (back: number, least: number): void => {
    const length = wholeCells(repeated(rows, at, back, most), unit);
    if (length > best && length >= least) [best, distance] = [length, back];
  };
  if (at >= unit) tryAt(unit, fewest);
  if (best < most && at >= stride) tryAt(stride, fewest);
  if (unit === 1) {
    const hash = hashOf(rows, at);
    const last = seen[hash] - 1;
    seen[hash] = at + 1;
    if (best < longEnough && last >= 0 && at - last <= farthestMatch && last < at) tryAt(at - last, shortest);
  }
  return best === 0 ? 0 : (best << 16) | distance;
}

const wholeCells = (bytes: number, unit: number): number => bytes - (bytes % unit);

/** How many bytes at a position repeat those `distance` before: four at a time, then one at a time. */
function repeated(rows: DataView, at: number, distance: number, most: number): number {
  let length = 0;
  while (length + 4 <= most && rows.getInt32(at + length) === rows.getInt32(at + length - distance)) length += 4;
  while (length < most && rows.getUint8(at + length) === rows.getUint8(at + length - distance)) length++;
  return length;
}

function hashOf(rows: DataView, at: number): number {
  return Math.imul(rows.getInt32(at, true), 0x9e3779b1) >>> (32 - hashBits);
}
