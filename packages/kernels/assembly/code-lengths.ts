/**
 * The header of a block with dynamic codes: the code lengths of both alphabets, run-length and prefix coded.
 *
 * @see RFC 1951, section 3.2.7
 */
import { write } from './bits';
import { distanceAlphabet, literalAlphabet, setCode } from './prefix-code';

/** Order of the code lengths of the code length alphabet. */
const order = memory.data<u8>([16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]);

const all = memory.data(320, 16);
/** Runs: symbol | extra << 8. */
const runs = memory.data(2 * 320, 16);
const counts = memory.data(4 * 19, 16);
const lengths = memory.data(32, 16);
const words = memory.data(2 * 32, 16);

let literals: u32 = 0;
let distances: u32 = 0;
let runCount: u32 = 0;
let sent: u32 = 0;

/** Plans the header of a block with two codes; valid until the next call. Returns its size in bits. */
export function planHead(literalLengths: usize, distanceLengths: usize): u32 {
  literals = usedTo(literalLengths, literalAlphabet, 257);
  distances = usedTo(distanceLengths, distanceAlphabet, 1);
  memory.copy(all, literalLengths, literals);
  memory.copy(all + literals, distanceLengths, distances);
  memory.fill(counts, 0, 4 * 19);
  runCount = 0;
  findRuns(literals + distances);
  setCode(counts, 19, 7, lengths, words);
  sent = 19;
  while (sent > 4 && load<u8>(lengths + load<u8>(order + sent - 1)) == 0) sent--;
  let bits = 14 + 3 * sent;
  for (let symbol: u32 = 0; symbol < 19; symbol++) {
    bits += load<u32>(counts + 4 * symbol) * (load<u8>(lengths + symbol) + extraBits(symbol));
  }
  return bits;
}

export function writeHead(): void {
  write(literals - 257, 5);
  write(distances - 1, 5);
  write(sent - 4, 4);
  for (let i: u32 = 0; i < sent; i++) write(load<u8>(lengths + load<u8>(order + i)), 3);
  for (let i: u32 = 0; i < runCount; i++) {
    const run: u32 = load<u16>(runs + 2 * i);
    const symbol = run & 255;
    write(load<u16>(words + 2 * symbol), load<u8>(lengths + symbol));
    write(run >> 8, extraBits(symbol));
  }
}

/** 16 repeats the previous length; 17 and 18 repeat zero. */
function extraBits(symbol: u32): u32 {
  return symbol == 16 ? 2 : symbol == 17 ? 3 : symbol == 18 ? 7 : 0;
}

function usedTo(lengths: usize, size: u32, least: u32): u32 {
  let used = size;
  while (used > least && load<u8>(lengths + used - 1) == 0) used--;
  return used;
}

function add(symbol: u32, extra: u32): void {
  store<u16>(runs + 2 * runCount++, <u16>(symbol | (extra << 8)));
  store<u32>(counts + 4 * symbol, load<u32>(counts + 4 * symbol) + 1);
}

function findRuns(size: u32): void {
  for (let at: u32 = 0; at < size;) {
    const length: u32 = load<u8>(all + at);
    let end = at + 1;
    while (end < size && load<u8>(all + end) == length) end++;
    let left = end - at;
    if (length != 0) {
      add(length, 0);
      left--;
    }
    while (left > 0) {
      const symbol: u32 = length != 0 ? 16 : left >= 11 ? 18 : 17;
      const least: u32 = symbol == 18 ? 11 : 3;
      const times = min(left, least + (1 << extraBits(symbol)) - 1);
      if (times < least) for (let i: u32 = 0; i < times; i++) add(length, 0);
      else add(symbol, times - least);
      left -= times;
    }
    at = end;
  }
}
