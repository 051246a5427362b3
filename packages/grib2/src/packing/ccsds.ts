import { Grib2Error } from '../error.ts';
import { Scaling } from '../scaling.ts';
import type { Section } from '../section.ts';
import { decodeBlocks, fewestBytes, type Coding } from './aec/blocks.ts';
import { undoDifferences } from './aec/preprocessor.ts';
import type { Packing } from './packing.ts';

/** Octet 22: options of the coding. Options of the samples' layout in memory (2, 4) have no effect on the data. */
const optionFlags = { signed: 0x01, preprocessed: 0x08, restricted: 0x10, padded: 0x20 };
const blockSizes = [8, 16, 32, 64];
const longestInterval = 4096;

/**
 * CCSDS lossless compression, known as AEC. The codes are its samples.
 *
 * @see WMO-No. 306, Manual on Codes, Volume I.2, templates 5.42 and 7.42; CCSDS 121.0-B-3
 */
export const ccsds: Packing = {
  open(section5, payload, count) {
    const bits = section5.u8(20);
    if (bits === 0) return { kind: 'constant', value: Scaling.read(section5).offset };
    const coding = readCoding(section5, bits);
    const needed = fewestBytes(coding, count);
    if (payload.length < needed) {
      const found = `section 7 has ${payload.length} bytes of data`;
      throw new Grib2Error('truncated', `${found}, ${count} values need at least ${needed}`);
    }
    const bias = bits === 32 ? 2 ** 31 : 0;
    return {
      kind: 'codes',
      scaling: Scaling.read(section5, bias),
      codes() {
        const packed = new Int32Array(count);
        decodeBlocks(payload, coding, packed);
        if (coding.preprocessed) undoDifferences(packed, bits, coding.blockSize * coding.interval, bias);
        else if (bias > 0) for (let i = 0; i < count; i++) packed[i] ^= 0x80000000;
        return { packed };
      },
    };
  },
};

function readCoding(section5: Section, bits: number): Coding {
  const flags = section5.u8(22);
  const [blockSize, interval] = [section5.u8(23), section5.u16(24)];
  if (bits > 32) throw new Grib2Error('unsupported', `values of ${bits} bits; at most 32 are read`);
  if (flags & optionFlags.signed) {
    throw new Grib2Error('unsupported', `compression flags ${flags} give samples a sign; packed values have none`);
  }
  if (!blockSizes.includes(blockSize)) {
    throw new Grib2Error('damaged', `blocks of ${blockSize} samples; ${blockSizes.join(', ')} are known`);
  }
  if (interval === 0 || interval > longestInterval) {
    throw new Grib2Error('damaged', `a reference every ${interval} blocks; from 1 to ${longestInterval} are known`);
  }
  return {
    bits,
    blockSize,
    interval,
    preprocessed: (flags & optionFlags.preprocessed) !== 0,
    restricted: (flags & optionFlags.restricted) !== 0,
    padded: (flags & optionFlags.padded) !== 0,
  };
}
