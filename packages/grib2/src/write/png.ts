import { constants, crc32, deflateSync } from 'node:zlib';

/** Bits of a pixel: 8 and 16 are one grey sample, 24 and 32 are three or four samples of a byte. */
export type Depth = 8 | 16 | 24 | 32;

const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const headersByDepth: Record<Depth, [sampleBits: number, colourType: number]> = {
  8: [8, 0],
  16: [16, 0],
  24: [8, 2],
  32: [8, 6],
};

/**
 * A PNG of integers, optimised for speed rather than size. Every row has the differences from sample to sample. Weather
 * fields are mostly long runs of one value, which become runs of zero bytes; these are the fastest to compress and read.
 */
export function encodePng(codes: ArrayLike<number>, width: number, height: number, depth: Depth): Uint8Array {
  const [sampleBits, colourType] = headersByDepth[depth];
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
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', packed), chunk('IEND', new Uint8Array(0))]);
}

const subFilter = 1; // row filter type: differences from the sample to the left, byte by byte

/** Rows after their filter types, with big-endian samples. */
function rowsOf(codes: ArrayLike<number>, width: number, height: number, size: number): Uint8Array {
  const raw = new Uint8Array(height * (1 + width * size));
  const fill = fillers[size];
  for (let row = 0; row < height; row++) {
    const at = row * (1 + width * size);
    raw[at] = subFilter;
    fill(raw, at + 1, codes, row * width, width);
  }
  return raw;
}

/** Writes differences of `count` samples to `raw` from `at`; bytes wrap. */
type Fill = (raw: Uint8Array, at: number, codes: ArrayLike<number>, from: number, count: number) => void;

const fillers: Record<number, Fill> = {
  1(raw, at, codes, from, count) {
    let left = 0;
    for (let i = 0; i < count; i++) {
      const code = codes[from + i];
      raw[at + i] = code - left;
      left = code;
    }
  },
  2(raw, at, codes, from, count) {
    let left = 0;
    for (let i = 0; i < count; i++, at += 2) {
      const code = codes[from + i];
      if (code === left) continue; // zeros are there already
      raw[at] = (code >>> 8) - (left >>> 8);
      raw[at + 1] = code - left;
      left = code;
    }
  },
  3(raw, at, codes, from, count) {
    let left = 0;
    for (let i = 0; i < count; i++, at += 3) {
      const code = codes[from + i];
      raw[at] = (code >>> 16) - (left >>> 16);
      raw[at + 1] = (code >>> 8) - (left >>> 8);
      raw[at + 2] = code - left;
      left = code;
    }
  },
  4(raw, at, codes, from, count) {
    let left = 0;
    for (let i = 0; i < count; i++, at += 4) {
      const code = codes[from + i];
      raw[at] = (code >>> 24) - (left >>> 24);
      raw[at + 1] = (code >>> 16) - (left >>> 16);
      raw[at + 2] = (code >>> 8) - (left >>> 8);
      raw[at + 3] = code - left;
      left = code;
    }
  },
};

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = Buffer.alloc(12 + data.length);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, 'latin1');
  bytes.set(data, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length);
  return bytes;
}
