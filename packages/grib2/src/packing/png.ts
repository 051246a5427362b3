import { borrow, giveBack, handOver, inflate, type Workspace, unfilter16 } from '@severe/kernels';
import { crc32 } from 'node:zlib';
import { Grib2Error } from '../error.ts';
import { Scaling } from '../scaling.ts';
import type { Codes } from '../codes.ts';
import type { Packing } from './packing.ts';
import { unfilter, unknownFilter } from './unfilter.ts';

/**
 * The codes are the samples of a PNG image: grey of 1, 2, 4, 8 or 16 bits, or red, green, blue (and alpha) of 8 bits each,
 * read as one number of 24 (or 32) bits. The depth of the image is used: encoders round the bits of section 5 up to it.
 *
 * @see WMO-No. 306, Manual on Codes, Volume I.2, templates 5.41 and 7.41
 */
export const png: Packing = {
  open(section5, payload, count) {
    if (section5.u8(20) === 0) return { kind: 'constant', value: Scaling.read(section5).offset };
    const image = readPng(payload);
    const { width, height, pixelBits } = image;
    if (width * height !== count) {
      throw new Grib2Error('damaged', `the PNG has ${width} × ${height} pixels, ${count} values are needed`);
    }
    const bias = pixelBits === 32 ? 2 ** 31 : 0;
    return { kind: 'codes', scaling: Scaling.read(section5, bias), codes: () => readSamples(image) };
  },
};

function readSamples(image: PngImage): Codes {
  const space = borrow(rowBytes(image));
  try {
    return { packed: handOver(space, samplesIn(space, image)) };
  } catch (error) {
    giveBack(space);
    throw error;
  }
}

/** Inflates the rows into a workspace, where the samples replace them. */
function samplesIn(space: Workspace, image: PngImage): Uint16Array | Int32Array {
  const { width, height, pixelBits, deflated } = image;
  const parts = space.layOut({ deflated: deflated.length, above: 2 * width, rows: rowBytes(image) });
  space.octets(parts.deflated).set(deflated);
  const problem = inflate(space, parts.deflated, parts.rows);
  if (problem)
    throw new Grib2Error('damaged', `the PNG's rows do not inflate to ${parts.rows.length} bytes: ${problem}`);
  if (pixelBits === 16) {
    const samples = unfilter16(space, parts.rows, parts.above, width, height);
    if (typeof samples === 'number') throw unknownFilter(samples, space.octets(parts.rows)[samples * (1 + 2 * width)]);
    return samples;
  }
  const rows = space.octets(parts.rows);
  unfilter(rows, height, rowOctets(image), Math.ceil(pixelBits / 8));
  return pixelBits < 8 ? narrowSamples(rows, image) : sampleReaders[pixelBits](rows, width * height);
}

/** Reads several samples per octet, the first in its highest bits; rows start at octets. */
function narrowSamples(bytes: Uint8Array, image: PngImage): Uint16Array {
  const { width, height, pixelBits } = image;
  const codes = new Uint16Array(width * height);
  const octets = rowOctets(image);
  const mask = 2 ** pixelBits - 1;
  for (let row = 0, i = 0; row < height; row++) {
    for (let bit = 0; bit < width * pixelBits; bit += pixelBits, i++) {
      codes[i] = (bytes[row * octets + (bit >>> 3)] >> (8 - pixelBits - (bit & 7))) & mask;
    }
  }
  return codes;
}

/** Readers of samples, by bits per pixel. */
const sampleReaders: Record<number, (bytes: Uint8Array, count: number) => Uint16Array | Int32Array> = {
  8(bytes, count) {
    return new Uint16Array(bytes.subarray(0, count));
  },
  24(bytes, count) {
    const codes = new Int32Array(count);
    for (let i = 0, at = 0; i < count; i++, at += 3) {
      codes[i] = (bytes[at] << 16) | (bytes[at + 1] << 8) | bytes[at + 2];
    }
    return codes;
  },
  /** In place, to save memory. Flipping the highest bit turns unsigned 32 bits into signed codes. */
  32(bytes, count) {
    const samples = Buffer.from(bytes.buffer, bytes.byteOffset, count * 4);
    if (littleEndian) samples.swap32();
    const codes = new Int32Array(samples.buffer, samples.byteOffset, count);
    for (let i = 0; i < count; i++) codes[i] ^= 0x80000000;
    return codes;
  },
};

const littleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** The parts of a PNG image that its samples are read from. */
interface PngImage {
  width: number;
  height: number;
  /** Bits per pixel: up to 16 are grey, 24 and 32 are red, green, blue (and alpha) of 8 bits. */
  pixelBits: number;
  /** The compressed rows. */
  deflated: Uint8Array;
}

const signature = '\x89PNG\r\n\x1a\n';

/** Bits per pixel, by colour type and bits per sample. */
const bitsPerPixel: Record<string, number> = {
  '0/1': 1,
  '0/2': 2,
  '0/4': 4,
  '0/8': 8,
  '0/16': 16,
  '2/8': 24,
  '6/8': 32,
};

/** The largest expansion of DEFLATE: 258 octets from 2 bits. */
const maxInflation = 1032;

/**
 * Reads the chunks of a PNG and checks their checksums.
 *
 * @throws {Grib2Error} `damaged`, `truncated`, or `unsupported` for images with a palette or interlacing
 * @see https://www.w3.org/TR/png-3/ sections 5 and 11
 */
function readPng(payload: Uint8Array): PngImage {
  const file = Buffer.from(payload.buffer, payload.byteOffset, payload.length);
  if (file.toString('latin1', 0, 8) !== signature) throw new Grib2Error('damaged', 'section 7 is not a PNG image');
  const parts: Buffer[] = [];
  let header: Buffer | undefined;
  for (let at = 8; ;) {
    const { type, data } = readChunk(file, at);
    if ((type === 'IHDR') !== (header === undefined))
      throw new Grib2Error('damaged', `PNG chunk ${type} is out of place`);
    if (type === 'IHDR') header = data;
    if (type === 'IDAT') parts.push(data);
    if (type === 'IEND') break;
    at += 12 + data.length;
  }
  return { ...readHeader(header!), deflated: parts.length === 1 ? parts[0] : Buffer.concat(parts) };
}

function readChunk(file: Buffer, at: number): { type: string; data: Buffer } {
  if (at + 12 > file.length)
    throw new Grib2Error('truncated', `the PNG ends at byte ${file.length}, before chunk IEND`);
  const length = file.readUInt32BE(at);
  const type = file.toString('latin1', at + 4, at + 8);
  const end = at + 8 + length;
  if (end + 4 > file.length) {
    throw new Grib2Error('truncated', `PNG chunk ${type} has ${length} bytes, ${file.length - at - 12} are there`);
  }
  if (crc32(file.subarray(at + 4, end)) !== file.readUInt32BE(end)) {
    throw new Grib2Error('damaged', `the checksum of PNG chunk ${type} at byte ${at} does not fit its bytes`);
  }
  return { type, data: file.subarray(at + 8, end) };
}

function readHeader(header: Buffer): Omit<PngImage, 'deflated'> {
  if (header.length !== 13) throw new Grib2Error('damaged', `PNG chunk IHDR has ${header.length} bytes, not 13`);
  const form = `${header[9]}/${header[8]}`;
  const pixelBits = bitsPerPixel[form];
  if (!pixelBits || header[12] !== 0) {
    const found = `colour type ${header[9]} with samples of ${header[8]} bits${header[12] === 0 ? '' : ', interlaced'}`;
    throw new Grib2Error('unsupported', `the PNG is of ${found}; grey of up to 16 bits, RGB or RGBA of 8 are read`);
  }
  return { width: header.readUInt32BE(0), height: header.readUInt32BE(4), pixelBits };
}

/** Octets of the samples of a row; the last one is padded. */
function rowOctets({ width, pixelBits }: PngImage): number {
  return Math.ceil((width * pixelBits) / 8);
}

/**
 * Bytes of the rows of an image; each row starts with its filter type.
 *
 * @throws {Grib2Error} `truncated` if the compressed bytes are too few for the rows
 */
function rowBytes(image: PngImage): number {
  const { height, deflated } = image;
  const needed = height * (1 + rowOctets(image));
  if (needed > (deflated.length + 1) * maxInflation) {
    throw new Grib2Error('truncated', `${deflated.length} bytes cannot inflate to the ${needed} of the PNG's rows`);
  }
  return needed;
}
