import { Grib2Error } from './error.ts';
import { limits } from './limits.ts';
import type { Section } from './section.ts';
import { missingValue, type Codes } from './codes.ts';

const noBitmapIndicator = 255;
const previousIndicator = 254;

/** The points of the grid that have a value: one bit each, highest first. */
export interface Bitmap {
  bits: Uint8Array;
  points: number;
  /** Number of bits set. */
  count: number;
}

/**
 * The bitmap that applies to a field, undefined if all points have a value.
 *
 * @param section6 the field's own section
 * @param last     the last section of the message that holds a bitmap, for indicator 254
 * @throws {Grib2Error} `truncated` if it is shorter than the grid, `unsupported` if it is predefined by the centre
 */
export function readBitmap(section6: Section, last: Section | undefined, points: number): Bitmap | undefined {
  const indicator = section6.u8(6);
  if (indicator === noBitmapIndicator) return undefined;
  if (indicator === previousIndicator && !last) {
    throw new Grib2Error('damaged', 'the field reuses the bitmap before it (indicator 254), and there is none');
  }
  if (indicator !== 0 && indicator !== previousIndicator) {
    throw new Grib2Error('unsupported', `bitmap ${indicator} is kept by the originating centre, not in the file`);
  }
  if (points > limits.pointsUnderBitmap) {
    const most = limits.pointsUnderBitmap;
    throw new Grib2Error('too-large', `a bitmap over ${points} points; at most ${most} are read under one`);
  }
  const bits = (indicator === previousIndicator ? last! : section6).from(7);
  if (bits.length * 8 < points) {
    throw new Grib2Error(
      'truncated',
      `the bitmap has ${bits.length} bytes, ${points} points need ${Math.ceil(points / 8)}`,
    );
  }
  return { bits, points, count: countBits(bits, points) };
}

function countBits(bits: Uint8Array, points: number): number {
  const whole = points >>> 3;
  let count = 0;
  for (let i = 0; i < whole; i++) count += bitCounts[bits[i]];
  const rest = points & 7; // bits of the last octet; of none nothing is left by the mask
  return count + bitCounts[bits[whole] & (0xff00 >>> rest)];
}

const bitCounts = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length);

/** Expands the values present to all points; the others get a code that no value has. */
export function expand(present: Codes, bitmap: Bitmap): Codes {
  const missingCode = present.missingCode ?? unusedCode(present.packed);
  const packed = new Int32Array(bitmap.points);
  spread(present.packed, bitmap.bits, packed, missingCode);
  return { packed, missingCode };
}

/**
 * Codes for points without a value: `missingValue`, and others if codes of 32 bits use it. They are far apart, so that
 * neither small numbers nor even steps contain many of them.
 */
const missingCodes = [missingValue, ...Int32Array.from({ length: 16 }, (_, i) => Math.imul(i + 1, 0x9e3779b1))];

function unusedCode(packed: Codes['packed']): number {
  const unused = missingCodes.find((code) => !packed.includes(code));
  if (unused !== undefined) return unused;
  throw new Grib2Error('unsupported', 'the codes of 32 bits leave none for the points without a value');
}

function spread(present: Codes['packed'], bits: Uint8Array, packed: Int32Array, missingCode: number): void {
  let next = 0;
  for (let i = 0; i < packed.length; i++) {
    packed[i] = bits[i >>> 3] & (0x80 >>> (i & 7)) ? present[next++] : missingCode;
  }
}

/** The same for floats; points without a value become NaN. */
export function expandFloats<T extends Float32Array | Float64Array>(present: T, bitmap: Bitmap): T {
  const values = new (present.constructor as new (length: number) => T)(bitmap.points);
  const { bits } = bitmap;
  let next = 0;
  for (let i = 0; i < values.length; i++) {
    values[i] = bits[i >>> 3] & (0x80 >>> (i & 7)) ? present[next++] : NaN;
  }
  return values;
}
