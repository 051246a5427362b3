import { borrow, giveBack, handOver, inflate, unfilter16, type Workspace } from '@severe/kernels';
import { Grib2Error } from '../error.ts';
import { Scaling } from '../scaling.ts';
import type { Codes } from '../codes.ts';
import type { Packing } from './packing.ts';
import { readPng, rowBytes, rowOctets, type PngImage } from './png-file.ts';
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
