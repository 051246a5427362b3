import { adler32 } from './adler.ts';
import { BitWriter } from './bits.ts';
import { lengthsHead, writeLengthsHead } from './code-lengths.ts';
import { canonicalCode, prefixCoder, type PrefixCode, type PrefixCoder } from './huffman.ts';
import { newSeen, tokenize, tokensFor, type Tokens } from './matches.ts';
import { distanceBase, distanceBits, distanceSymbol, distanceSymbols, endOfBlock, literalSymbols } from './symbols.ts';
import { lengthBase, lengthBits, lengthSymbol } from './symbols.ts';

/** Compresses rows of `stride` bytes, `unit` a pixel, to a zlib stream (RFC 1950). The result is the caller's own. */
export type RowDeflater = (rows: Uint8Array, stride: number, unit: number) => Uint8Array;

/** Words of a block with fixed codes (RFC 1951, section 3.2.6). */
const fixedLengths = Uint8Array.from({ length: 288 }, (_, i) => (i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8));
const fixedLiterals = canonicalCode(fixedLengths);
const fixedDistances = canonicalCode(new Uint8Array(32).fill(5));

/**
 * A DEFLATE encoder for small indexed images, with working memory for inputs of up to `size` bytes. It writes one
 * block, with codes of its own or the fixed ones, whichever comes out smaller.
 *
 * @see RFC 1951, DEFLATE Compressed Data Format Specification
 */
export function rowDeflater(size: number): RowDeflater {
  const tokens = tokensFor(size);
  const seen = newSeen();
  const coders = { literals: prefixCoder(literalSymbols, 15), distances: prefixCoder(distanceSymbols, 15) };
  const out = new Uint8Array(2 * size + 1024); // a literal takes 15 bits at the most
  return (rows, stride, unit) => {
    tokenize(rows, stride, unit, seen, tokens);
    out[0] = 0x78; // deflate with a window of 32 KiB
    out[1] = 0x01; // no preset dictionary; the check bits of both bytes
    const bits = new BitWriter(out, 2);
    writeBlock(tokens, coders, bits);
    bits.flush();
    new DataView(out.buffer).setUint32(bits.at, adler32(rows));
    return out.slice(0, bits.at + 4);
  };
}

type Coders = Record<'literals' | 'distances', PrefixCoder>;

function writeBlock(tokens: Tokens, coders: Coders, bits: BitWriter): void {
  const literals = coders.literals(tokens.literalCounts);
  const distances = coders.distances(tokens.distanceCounts);
  const head = lengthsHead(literals.lengths, distances.lengths);
  const own = head.size + cost(tokens, literals, distances);
  bits.write(1, 1); // the last block
  if (own < cost(tokens, fixedLiterals, fixedDistances)) {
    bits.write(2, 2);
    writeLengthsHead(head, bits);
    writeTokens(tokens, literals, distances, bits);
  } else {
    bits.write(1, 2);
    writeTokens(tokens, fixedLiterals, fixedDistances, bits);
  }
}

/** Bits of the tokens without their extra bits, which cost the same in any code. */
function cost({ literalCounts, distanceCounts }: Tokens, literals: PrefixCode, distances: PrefixCode): number {
  let bits = 0;
  for (let i = 0; i < literalCounts.length; i++) bits += literalCounts[i] * literals.lengths[i];
  for (let i = 0; i < distanceCounts.length; i++) bits += distanceCounts[i] * distances.lengths[i];
  return bits;
}

function writeTokens(tokens: Tokens, literals: PrefixCode, distances: PrefixCode, bits: BitWriter): void {
  const { count, lengths, values } = tokens;
  for (let i = 0; i < count; i++) {
    const length = lengths[i];
    const value = values[i];
    if (length === 0) {
      bits.write(literals.words[value], literals.lengths[value]);
      continue;
    }
    const byLength = lengthSymbol[length];
    bits.write(literals.words[257 + byLength], literals.lengths[257 + byLength]);
    bits.write(length - lengthBase[byLength], lengthBits[byLength]);
    const byDistance = distanceSymbol(value);
    bits.write(distances.words[byDistance], distances.lengths[byDistance]);
    bits.write(value - distanceBase[byDistance], distanceBits[byDistance]);
  }
  bits.write(literals.words[endOfBlock], literals.lengths[endOfBlock]);
}
