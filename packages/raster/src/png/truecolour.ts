/**
 * PNG of 256 × 256 pixels with a colour each: three octets a pixel, four where some are clear.
 *
 * Every row is filtered by Paeth's predictor and packed by Huffman codes and runs alone: on satellite pictures trying
 * five filters a row and searching for matches cost four times as much, and the files were no smaller.
 *
 * @see Portable Network Graphics (PNG) Specification (Second Edition), clauses 9.4 and 11.2.2
 */
import { constants, deflateSync } from 'node:zlib';
import { tileSize } from '../project/latlon.ts';
import { joinChunks } from './chunks.ts';

const pixels = tileSize * tileSize;
const paeth = 4;
const colourTypes = { 3: 2, 4: 6 } as const; // truecolour, and that with alpha, by octets a pixel

/** Encodes 256 × 256 words, row by row, red in the lowest octet; undefined when every pixel is clear. */
export function encodeTruecolour(words: Uint32Array): Uint8Array | undefined {
  const [least, most] = alphaRange(words);
  if (most === 0) return undefined;
  const octets = least === 255 ? 3 : 4;
  const rows = filtered(octets === 4 ? octetsOf(words) : withoutAlpha(words), octets);
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, tileSize);
  view.setUint32(4, tileSize);
  header[8] = 8; // bits
  header[9] = colourTypes[octets];
  return joinChunks([
    ['IHDR', header],
    ['IDAT', deflateSync(rows, { level: 1, strategy: constants.Z_RLE, chunkSize: 1 << 17 })],
    ['IEND', new Uint8Array(0)],
  ]);
}

function alphaRange(words: Uint32Array): [least: number, most: number] {
  let [least, most] = [255, 0];
  for (let i = 0; i < words.length; i++) {
    const alpha = words[i] >>> 24;
    if (alpha < least) least = alpha;
    if (alpha > most) most = alpha;
  }
  return [least, most];
}

function octetsOf(words: Uint32Array): Uint8Array {
  return new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
}

function withoutAlpha(words: Uint32Array): Uint8Array {
  const octets = new Uint8Array(pixels * 3);
  for (let i = 0, at = 0; i < pixels; i++) {
    const word = words[i];
    octets[at++] = word & 255;
    octets[at++] = (word >>> 8) & 255;
    octets[at++] = (word >>> 16) & 255;
  }
  return octets;
}

/** Each row behind the number of its filter. */
function filtered(octets: Uint8Array, perPixel: number): Uint8Array {
  const stride = tileSize * perPixel;
  const rows = new Uint8Array((stride + 1) * tileSize);
  const none = new Uint8Array(stride); // what stands above the first row
  for (let y = 0; y < tileSize; y++) {
    const row = octets.subarray(y * stride, (y + 1) * stride);
    const above = y > 0 ? octets.subarray((y - 1) * stride, y * stride) : none;
    rows[y * (stride + 1)] = paeth;
    subtractPaeth(row, above, perPixel, rows.subarray(y * (stride + 1) + 1, (y + 1) * (stride + 1)));
  }
  return rows;
}

function subtractPaeth(row: Uint8Array, above: Uint8Array, perPixel: number, out: Uint8Array): void {
  for (let i = 0; i < perPixel; i++) out[i] = row[i] - above[i];
  for (let i = perPixel; i < row.length; i++) {
    const left = row[i - perPixel];
    const up = above[i];
    const corner = above[i - perPixel];
    const byLeft = Math.abs(up - corner); // how far the guess left + up − corner is from left
    const byUp = Math.abs(left - corner);
    const byCorner = Math.abs(left + up - 2 * corner);
    const guess = byLeft <= byUp && byLeft <= byCorner ? left : byUp <= byCorner ? up : corner;
    out[i] = row[i] - guess;
  }
}
