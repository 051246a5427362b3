import { Grib2Error } from '../error.ts';
import { limits } from '../limits.ts';
import { Scaling } from '../scaling.ts';
import { readImageHeader } from './jpeg2000/codestream.ts';
import { decodeCodestream } from './jpeg2000/decode.ts';
import type { Packing } from './packing.ts';

/**
 * The codes are the samples of a JPEG 2000 codestream with one component. Its own size is used: with a bitmap, encoders
 * write the values present as one long row.
 *
 * @see WMO-No. 306, Manual on Codes, Volume I.2, templates 5.40 and 7.40; ITU-T T.800 | ISO/IEC 15444-1
 */
export const jpeg2000: Packing = {
  open(section5, payload, count) {
    if (section5.u8(20) === 0) return { kind: 'constant', value: Scaling.read(section5).offset }; // R / 10^D
    const scaling = Scaling.read(section5);
    const image = readImageHeader(payload);
    const [width, height] = [image.x1 - image.x0, image.y1 - image.y0];
    if (width * height !== count) {
      throw new Grib2Error('damaged', `the JPEG 2000 has ${width} × ${height} samples, ${count} values are needed`);
    }
    if (count > limits.jpegSamples) {
      throw new Grib2Error('too-large', `${count} values in JPEG 2000; at most ${limits.jpegSamples} are read`);
    }
    return {
      kind: 'codes',
      scaling,
      codes() {
        const packed = new Int32Array(count);
        decodeCodestream(payload, image, packed);
        return { packed };
      },
    };
  },
};
