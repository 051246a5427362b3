/**
 * Truecolour PNG of 256 × 256 pixels: three octets a pixel, four if some are transparent.
 *
 * Every row uses the Paeth filter, and DEFLATE uses only Huffman codes and runs. On satellite images trying five filters a
 * row and searching for matches takes four times as long, and the files are not smaller.
 *
 * @see Portable Network Graphics (PNG) Specification (Second Edition), clauses 9.4 and 11.2.2
 */
import { constants, deflateSync } from 'node:zlib';
import { alphaRange, filterColours, type ColoursParts, type Workspace } from '@severe/kernels';
import { tileSize } from '@severe/geo';
import { joinChunks } from './chunks.ts';

const colourTypes = { 3: 2, 4: 6 } as const; // truecolour, and that with alpha, by octets a pixel

/** Encodes the 256 × 256 words of `parts`, row by row, red in the lowest octet; undefined if every pixel is transparent. */
export function encodeTruecolour(space: Workspace, parts: ColoursParts): Uint8Array | undefined {
  const [least, most] = alphaRange(space, parts.words);
  if (most === 0) return undefined;
  const octets = least === 255 ? 3 : 4;
  const rows = filterColours(space, octets, parts);
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
