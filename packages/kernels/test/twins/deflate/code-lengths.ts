/**
 * The head of a block with its own codes: the word lengths of both, themselves in runs and a prefix code.
 *
 * @see RFC 1951, section 3.2.7
 */
import type { BitWriter } from './bits.ts';
import { prefixCoder, type PrefixCode } from './huffman.ts';

/** The order in which the lengths of the length code are sent. */
const order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/** Symbols that repeat: how many times at least, and in how many extra bits the rest is told. */
const repeats = { before: { symbol: 16, least: 3, bits: 2 }, zeros: { symbol: 17, least: 3, bits: 3 } };
const manyZeros = { symbol: 18, least: 11, bits: 7 };

interface Run {
  symbol: number;
  bits: number;
  extra: number;
}

export interface LengthsHead {
  literals: number;
  distances: number;
  runs: Run[];
  code: PrefixCode;
  /** How many lengths of the length code are sent. */
  sent: number;
  /** Size of the head in bits. */
  size: number;
}

const coder = prefixCoder(19, 7);
const counts = new Uint32Array(19);

/** Plans the head for the two codes of a block. What it holds lives until the next call. */
export function lengthsHead(literalLengths: Uint8Array, distanceLengths: Uint8Array): LengthsHead {
  const literals = usedTo(literalLengths, 257);
  const distances = usedTo(distanceLengths, 1);
  const lengths = Array.from(literalLengths.subarray(0, literals));
  const runs = runsOf(lengths.concat(Array.from(distanceLengths.subarray(0, distances))));
  counts.fill(0);
  for (const { symbol } of runs) counts[symbol]++;
  const code = coder(counts);
  const sent = Math.max(4, order.findLastIndex((symbol) => code.lengths[symbol] > 0) + 1);
  const size = runs.reduce((sum, { symbol, bits }) => sum + code.lengths[symbol] + bits, 14 + 3 * sent);
  return { literals, distances, runs, code, sent, size };
}

export function writeLengthsHead({ literals, distances, runs, code, sent }: LengthsHead, bits: BitWriter): void {
  bits.write(literals - 257, 5);
  bits.write(distances - 1, 5);
  bits.write(sent - 4, 4);
  for (let i = 0; i < sent; i++) bits.write(code.lengths[order[i]], 3);
  for (const run of runs) {
    bits.write(code.words[run.symbol], code.lengths[run.symbol]);
    bits.write(run.extra, run.bits);
  }
}

function usedTo(lengths: Uint8Array, least: number): number {
  return Math.max(least, lengths.findLastIndex((length) => length > 0) + 1);
}

function runsOf(lengths: number[]): Run[] {
  const runs: Run[] = [];
  for (let at = 0; at < lengths.length;) {
    const length = lengths[at];
    let end = at + 1;
    while (end < lengths.length && lengths[end] === length) end++;
    if (length !== 0) runs.push({ symbol: length, bits: 0, extra: 0 });
    let left = end - at - (length === 0 ? 0 : 1);
    while (left > 0) {
      const repeat = length !== 0 ? repeats.before : left >= manyZeros.least ? manyZeros : repeats.zeros;
      const times = Math.min(left, repeat.least + (1 << repeat.bits) - 1);
      if (times < repeat.least) {
        for (let i = 0; i < times; i++) runs.push({ symbol: length, bits: 0, extra: 0 });
      } else {
        runs.push({ symbol: repeat.symbol, bits: repeat.bits, extra: times - repeat.least });
      }
      left -= times;
    }
    at = end;
  }
  return runs;
}
