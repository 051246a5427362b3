import { inflateSync } from 'node:zlib';
import { DataError } from '@severe/base';
import { tileSize } from '@severe/geo';
import { chunksOf } from '../png/chunks.ts';

/** The pixels of an indexed tile. */
export interface IndexedTile {
  /** 256 × 256 indices into `colours`, row by row. */
  indices: Uint8Array;
  /** Each colour as one number: red, green, blue, alpha from the highest octet. */
  colours: Uint32Array;
}

/**
 * Reads an indexed PNG of 256 × 256 pixels without row filters, as our encoder writes it; undefined for a PNG that is not
 * indexed.
 *
 * @throws {DataError} `png` for an indexed PNG of another form
 */
export function readTile(png: Uint8Array): IndexedTile | undefined {
  const parts = new Map([...chunksOf(png)].map(({ type, start, end }) => [type, png.subarray(start, end)]));
  const header = parts.get('IHDR');
  const [palette, pixels] = [parts.get('PLTE'), parts.get('IDAT')];
  if (!header || header[9] !== 3) return undefined;
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  const [width, height, depth] = [view.getUint32(0), view.getUint32(4), header[8]];
  if (width !== tileSize || height !== tileSize || ![1, 2, 4, 8].includes(depth) || !palette || !pixels) {
    throw new DataError('png', `an indexed PNG of ${width} × ${height} in ${depth} bits is not a tile of this program`);
  }
  return { indices: unpack(pixels, depth), colours: coloursOf(palette, parts.get('tRNS')) };
}

function coloursOf(palette: Uint8Array, alphas: Uint8Array | undefined): Uint32Array {
  return Uint32Array.from({ length: palette.length / 3 }, (_, i) => {
    const [r, g, b] = palette.subarray(3 * i, 3 * i + 3);
    return (r << 24) | (g << 16) | (b << 8) | (alphas?.[i] ?? 255);
  });
}

function unpack(pixels: Uint8Array, depth: number): Uint8Array {
  const stride = 1 + (tileSize * depth) / 8;
  const rows = inflateSync(pixels, { maxOutputLength: stride * tileSize });
  const indices = new Uint8Array(tileSize * tileSize);
  const mask = (1 << depth) - 1;
  for (let y = 0; y < tileSize; y++) {
    if (rows[y * stride] !== 0)
      throw new DataError('png', `row ${y} has filter ${rows[y * stride]}, none is supported`);
    for (let x = 0, bit = (y * stride + 1) * 8; x < tileSize; x++, bit += depth) {
      indices[y * tileSize + x] = (rows[bit >> 3] >> (8 - depth - (bit & 7))) & mask;
    }
  }
  return indices;
}
