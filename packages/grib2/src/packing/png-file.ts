import { crc32 } from 'node:zlib';
import { Grib2Error } from '../error.ts';

/** The parts of a PNG image that its samples are read from. */
export interface PngImage {
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
export function readPng(payload: Uint8Array): PngImage {
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
export function rowOctets({ width, pixelBits }: PngImage): number {
  return Math.ceil((width * pixelBits) / 8);
}

/**
 * Bytes of the rows of an image; each row starts with its filter type.
 *
 * @throws {Grib2Error} `truncated` if the compressed bytes are too few for the rows
 */
export function rowBytes(image: PngImage): number {
  const { height, deflated } = image;
  const needed = height * (1 + rowOctets(image));
  if (needed > (deflated.length + 1) * maxInflation) {
    throw new Grib2Error('truncated', `${deflated.length} bytes cannot inflate to the ${needed} of the PNG's rows`);
  }
  return needed;
}
