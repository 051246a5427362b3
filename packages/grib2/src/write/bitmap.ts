import { Octets } from './octets.ts';

const noBitmap = 255;

/** Section 6: which points of the grid have a value, a bit each; without a bitmap all of them have. */
export function bitmapSection(present?: ArrayLike<number | boolean>): Uint8Array {
  if (!present) return new Octets(6, 6).u8(6, noBitmap).bytes;
  const section = new Octets(6, 6 + Math.ceil(present.length / 8)).u8(6, 0);
  for (let i = 0; i < present.length; i++) {
    if (present[i]) section.bytes[6 + (i >>> 3)] |= 0x80 >>> (i & 7);
  }
  return section.bytes;
}
