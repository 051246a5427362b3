import { Grib2Error } from '../error.ts';
import { Scaling } from '../scaling.ts';
import type { Codes } from '../values.ts';
import type { Packing } from './packing.ts';
import { inflateRows, readPng, type PngPicture } from './png-file.ts';
import { unfilter } from './unfilter.ts';
import { unfilter16 } from './unfilter16.ts';

/**
 * The codes are the samples of a PNG picture: grey of 8 or 16 bits, or red, green, blue (and alpha) of 8 bits each
 * read as one number of 24 (or 32). The picture's own depth counts: encoders round the bits of section 5 up to it.
 *
 * @see WMO-No. 306, Manual on Codes, Volume I.2, templates 5.41 and 7.41
 */
export const png: Packing = {
  open(section5, payload, count) {
    if (section5.u8(20) === 0) return { kind: 'constant', value: Scaling.read(section5).offset };
    if (count === 0)
      return { kind: 'codes', scaling: Scaling.read(section5), codes: () => ({ packed: new Uint16Array(0) }) };

    const picture = readPng(payload);
    const { width, height, pixelOctets } = picture;
    if (width * height !== count) {
      throw new Grib2Error('damaged', `the PNG has ${width} × ${height} pixels, ${count} values are needed`);
    }
    const bias = pixelOctets === 4 ? 2 ** 31 : 0;
    return { kind: 'codes', scaling: Scaling.read(section5, bias), codes: () => readSamples(picture) };
  },
};

function readSamples(picture: PngPicture): Codes {
  const { width, height, pixelOctets } = picture;
  const rows = inflateRows(picture);
  if (pixelOctets === 2) return { packed: unfilter16(rows, width, height) };
  unfilter(rows, height, width * pixelOctets, pixelOctets);
  return { packed: SAMPLES[pixelOctets](rows, width * height) };
}

/** From octets of a pixel to what makes codes of the samples. */
const SAMPLES: Record<number, (bytes: Uint8Array, count: number) => Uint16Array | Int32Array> = {
  1(bytes, count) {
    return new Uint16Array(bytes.subarray(0, count));
  },
  3(bytes, count) {
    const codes = new Int32Array(count);
    for (let i = 0, at = 0; i < count; i++, at += 3) {
      codes[i] = (bytes[at] << 16) | (bytes[at + 1] << 8) | bytes[at + 2];
    }
    return codes;
  },
  /** In place: a second copy would be as large again. 32 bits without a sign become codes with one by turning the highest bit. */
  4(bytes, count) {
    const samples = Buffer.from(bytes.buffer, bytes.byteOffset, count * 4);
    if (LITTLE_ENDIAN) samples.swap32();
    const codes = new Int32Array(samples.buffer, samples.byteOffset, count);
    for (let i = 0; i < count; i++) codes[i] ^= 0x80000000;
    return codes;
  },
};

const LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;
