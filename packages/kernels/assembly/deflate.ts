/**
 * Compresses rows of pixels or cells to a zlib stream with one block, with dynamic or fixed codes, whichever is smaller.
 *
 * @see RFC 1951
 */
import { adler32 } from './adler';
import { at, begin, flush, held, hold, resume, write } from './bits';
import {
  lengthBits,
  lengthStart,
  lengthSymbol,
  distanceBits,
  distanceStart,
  distanceSymbol,
  prepareSymbols,
} from './symbols';
import { literalAlphabet, distanceAlphabet, setCode, setWords } from './prefix-code';
import { planHead, writeHead } from './code-lengths';
import { tokenize } from './matches';

const endSymbol: u32 = 256;

const literalCounts = memory.data(4 * 286, 16);
const distanceCounts = memory.data(4 * 30, 16);
const literalLengths = memory.data(288, 16);
const literalWords = memory.data(2 * 288, 16);
const distanceLengths = memory.data(32, 16);
const distanceWords = memory.data(2 * 32, 16);
const fixedLiteralLengths = memory.data(288, 16);
const fixedLiteralWords = memory.data(2 * 288, 16);
const fixedDistanceLengths = memory.data(32, 16);
const fixedDistanceWords = memory.data(2 * 32, 16);

let prepared = false;

function prepare(): void {
  prepared = true;
  prepareSymbols();
  for (let i: u32 = 0; i < 288; i++) {
    store<u8>(fixedLiteralLengths + i, i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8);
  }
  setWords(fixedLiteralLengths, 288, fixedLiteralWords);
  memory.fill(fixedDistanceLengths, 5, 32);
  setWords(fixedDistanceLengths, 32, fixedDistanceWords);
}

/**
 * Compresses `length` bytes.
 *
 * @param stride  bytes per row: a distance of frequent repetitions
 * @param unit    bytes per pixel or cell: a distance of frequent repetitions
 * @param tokens  working memory of 4 * length bytes
 * @param into    room for 2 * length + 1024 bytes
 * @returns length of the stream in bytes
 */
export function deflate(from: usize, length: u32, stride: u32, unit: u32, tokens: usize, into: usize): u32 {
  if (!prepared) prepare();
  memory.fill(literalCounts, 0, 4 * 286);
  memory.fill(distanceCounts, 0, 4 * 30);
  const count = tokenize(from, length, stride, unit, tokens, literalCounts, distanceCounts);
  store<u32>(literalCounts + 4 * endSymbol, 1);

  store<u16>(into, 0x0178); // deflate with a window of 32 KiB; no preset dictionary; the check bits of both bytes
  setCode(literalCounts, literalAlphabet, 15, literalLengths, literalWords);
  setCode(distanceCounts, distanceAlphabet, 15, distanceLengths, distanceWords);
  const head = planHead(literalLengths, distanceLengths);
  begin(into + 2);
  write(1, 1); // the last block
  if (head + cost(literalLengths, distanceLengths) < cost(fixedLiteralLengths, fixedDistanceLengths)) {
    write(2, 2);
    writeHead();
    writeTokens(tokens, count, literalLengths, literalWords, distanceLengths, distanceWords);
  } else {
    write(1, 2);
    writeTokens(tokens, count, fixedLiteralLengths, fixedLiteralWords, fixedDistanceLengths, fixedDistanceWords);
  }
  flush();
  store<u32>(at, bswap<u32>(adler32(from, length, 1)));
  return <u32>(at + 4 - into);
}

/** Size of the tokens in bits, without extra bits, which are the same in any code. */
function cost(literals: usize, distances: usize): u32 {
  let bits: u32 = 0;
  for (let i: u32 = 0; i < literalAlphabet; i++) bits += load<u32>(literalCounts + 4 * i) * load<u8>(literals + i);
  for (let i: u32 = 0; i < distanceAlphabet; i++) bits += load<u32>(distanceCounts + 4 * i) * load<u8>(distances + i);
  return bits;
}

function writeTokens(
  tokens: usize,
  count: u32,
  literalLengths: usize,
  literalWords: usize,
  distanceLengths: usize,
  distanceWords: usize,
): void {
  // The state of `bits` in locals: most of the time is spent here
  let out = at;
  let bits = hold;
  let filled = held;
  const end = tokens + 4 * <usize>count;
  for (; tokens < end; tokens += 4) {
    const token = load<u32>(tokens);
    const length = token >>> 16;
    if (length == 0) {
      bits |= (<u64>load<u16>(literalWords + 2 * token)) << filled;
      filled += load<u8>(literalLengths + token);
    } else {
      // At most 15 + 5 and 15 + 13 bits, plus up to 7 pending bits
      const byLength = lengthSymbol(length);
      bits |= (<u64>load<u16>(literalWords + 2 * (257 + byLength))) << filled;
      filled += load<u8>(literalLengths + 257 + byLength);
      bits |= (<u64>(length - lengthStart(byLength))) << filled;
      filled += lengthBits(byLength);
      const distance = token & 0xffff;
      const byDistance = distanceSymbol(distance);
      bits |= (<u64>load<u16>(distanceWords + 2 * byDistance)) << filled;
      filled += load<u8>(distanceLengths + byDistance);
      bits |= (<u64>(distance - distanceStart(byDistance))) << filled;
      filled += distanceBits(byDistance);
    }
    // Only whole bytes count as written; the next store overwrites the rest
    store<u64>(out, bits);
    const bytes = filled >> 3;
    out += bytes;
    bits = bytes == 8 ? 0 : bits >> (8 * bytes);
    filled &= 7;
  }
  resume(out, bits, filled);
  write(load<u16>(literalWords + 2 * endSymbol), load<u8>(literalLengths + endSymbol));
}
