import { constants, crc32, deflateSync } from 'node:zlib';

/** Bits of a pixel: 8 and 16 are one grey sample, 24 and 32 are three or four samples of a byte. */
export type Depth = 8 | 16 | 24 | 32;

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const HEADERS: Record<Depth, [sampleBits: number, colourType: number]> = {
  8: [8, 0],
  16: [16, 0],
  24: [8, 2],
  32: [8, 6],
};

/**
 * A PNG of whole numbers, quickly rather than tightly: no row filter, runs and Huffman codes only.
 * Fields of radar are mostly long runs, which filters do not shorten and which longer searches do not improve much.
 */
export function encodePng(codes: ArrayLike<number>, width: number, height: number, depth: Depth): Uint8Array {
  const [sampleBits, colourType] = HEADERS[depth];
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([sampleBits, colourType, 0, 0, 0], 8); // deflate, adaptive filters, not interlaced

  const raw = rowsOf(codes, width, height, depth / 8);
  const packed = deflateSync(raw, {
    level: 1,
    memLevel: 9,
    chunkSize: 1 << 20,
    strategy: constants.Z_DEFAULT_STRATEGY,
  });
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', packed), chunk('IEND', new Uint8Array(0))]);
}

/** Samples big-endian, each row behind its filter type, which is 0: none. */
function rowsOf(codes: ArrayLike<number>, width: number, height: number, size: number): Uint8Array {
  const raw = new Uint8Array(height * (1 + width * size));
  const fill = { 1: fill8, 2: fill16, 3: fill24, 4: fill32 }[size as 1 | 2 | 3 | 4];
  for (let row = 0; row < height; row++) fill(raw, row * (1 + width * size) + 1, codes, row * width, width);
  return raw;
}

type Fill = (raw: Uint8Array, at: number, codes: ArrayLike<number>, from: number, count: number) => void;

const fill8: Fill = (raw, at, codes, from, count) => {
  for (let i = 0; i < count; i++) raw[at + i] = codes[from + i];
};

const fill16: Fill = (raw, at, codes, from, count) => {
  for (let i = 0; i < count; i++) {
    const code = codes[from + i];
    raw[at++] = code >>> 8;
    raw[at++] = code;
  }
};

const fill24: Fill = (raw, at, codes, from, count) => {
  for (let i = 0; i < count; i++) {
    const code = codes[from + i];
    raw[at++] = code >>> 16;
    raw[at++] = code >>> 8;
    raw[at++] = code;
  }
};

const fill32: Fill = (raw, at, codes, from, count) => {
  for (let i = 0; i < count; i++) {
    const code = codes[from + i];
    raw[at++] = code >>> 24;
    raw[at++] = code >>> 16;
    raw[at++] = code >>> 8;
    raw[at++] = code;
  }
};

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = Buffer.alloc(12 + data.length);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, 'latin1');
  bytes.set(data, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length);
  return bytes;
}
