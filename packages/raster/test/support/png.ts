import { inflateSync } from 'node:zlib';

/** An image as pixels 0xRRGGBBAA, row by row. */
export interface Image {
  width: number;
  height: number;
  depth: number;
  colours: number;
  pixels: Uint32Array;
}

/** Reads an indexed PNG without row filters, by the book and without haste; anything else is refused. */
export function readIndexedPng(file: Uint8Array): Image {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const chunks = new Map<string, Uint8Array>();
  for (let at = 8; at < file.length;) {
    const length = view.getUint32(at);
    const type = Buffer.from(file.subarray(at + 4, at + 8)).toString('latin1');
    if (chunks.has(type)) throw new Error(`a second ${type} chunk`);
    chunks.set(type, file.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  const header = chunks.get('IHDR') as Uint8Array;
  const headerView = new DataView(header.buffer, header.byteOffset);
  const [width, height, depth] = [headerView.getUint32(0), headerView.getUint32(4), header[8]];
  if (header[9] !== 3) throw new Error(`colour type ${header[9]}, 3 (indexed) needed`);
  const entries = chunks.get('PLTE') as Uint8Array;
  const alphas = chunks.get('tRNS') ?? new Uint8Array(0);
  const colours = Array.from({ length: entries.length / 3 }, (_, i) => {
    const [r, g, b] = entries.subarray(3 * i, 3 * i + 3);
    return ((r << 24) | (g << 16) | (b << 8) | (alphas[i] ?? 255)) >>> 0;
  });

  const rows = inflateSync(chunks.get('IDAT') ?? new Uint8Array(0));
  const stride = 1 + (width * depth) / 8;
  if (rows.length !== stride * height) throw new Error(`${rows.length} bytes of pixels, ${stride * height} needed`);
  const pixels = new Uint32Array(width * height);
  for (let y = 0; y < height; y++) {
    if (rows[y * stride] !== 0) throw new Error(`filter ${rows[y * stride]} in row ${y}, none expected`);
    for (let x = 0; x < width; x++) {
      const byte = rows[y * stride + 1 + ((x * depth) >> 3)];
      const index = (byte >> (8 - depth - ((x * depth) & 7))) & ((1 << depth) - 1);
      if (index >= colours.length) throw new Error(`pixel ${x}, ${y} has colour ${index} of ${colours.length}`);
      pixels[y * width + x] = colours[index];
    }
  }
  return { width, height, depth, colours: colours.length, pixels };
}

/** The pixels of a drawn tile; all clear for one that was not worth a file. */
export function pixelsOf(png: Uint8Array | undefined): Uint32Array {
  if (!png) return new Uint32Array(256 * 256);
  const { pixels } = readIndexedPng(png);
  for (let i = 0; i < pixels.length; i++) if ((pixels[i] & 255) === 0) pixels[i] = 0; // clear has no colour
  return pixels;
}
