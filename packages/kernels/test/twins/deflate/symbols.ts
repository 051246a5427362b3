/**
 * How DEFLATE names lengths and distances: a symbol for a range, and extra bits for the place within it.
 *
 * @see RFC 1951, section 3.2.5
 */

/** Symbol 256 ends a block; lengths 3 to 258 are symbols 257 to 285. */
export const endOfBlock = 256;
export const literalSymbols = 286;
export const distanceSymbols = 30;
export const longestMatch = 258;
export const farthestMatch = 32768;

/** Extra bits of length symbol 257 + i. */
export const lengthBits = Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 0, ...twice4(1, 2, 3, 4, 5), 0);
/** First length of symbol 257 + i; 258 has a symbol of its own. */
export const lengthBase = starts(lengthBits, 3).fill(258, 28);

/** Extra bits of distance symbol i. */
export const distanceBits = Uint8Array.from({ length: distanceSymbols }, (_, i) => Math.max(0, (i >> 1) - 1));
/** First distance of symbol i. */
export const distanceBase = starts(distanceBits, 1);

/** i of the length symbol 257 + i, by length. */
export const lengthSymbol = new Uint8Array(longestMatch + 1);
for (let i = 0; i < lengthBase.length; i++) lengthSymbol.fill(i, lengthBase[i]);

/** The distance symbol by distance − 1 up to 256, and by 256 + (distance − 1) / 128 beyond, as symbols then end there. */
const symbolOfDistance = new Uint8Array(512);
for (let i = 0; i < distanceSymbols; i++) {
  const from = distanceBase[i] - 1;
  if (from < 256) symbolOfDistance.fill(i, from, 256);
  if (from + (1 << distanceBits[i]) > 256) symbolOfDistance.fill(i, 256 + (from >> 7));
}

export function distanceSymbol(distance: number): number {
  const d = distance - 1;
  return symbolOfDistance[d < 256 ? d : 256 + (d >> 7)];
}

function twice4(...bits: number[]): number[] {
  return bits.flatMap((n) => [n, n, n, n]);
}

function starts(bits: Uint8Array, first: number): Uint16Array {
  const base = new Uint16Array(bits.length);
  let at = first;
  for (let i = 0; i < bits.length; i++) {
    base[i] = at;
    at += 1 << bits[i];
  }
  return base;
}
