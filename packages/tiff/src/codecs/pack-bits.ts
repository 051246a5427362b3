import type { PackedBlock } from './codec.ts';

/**
 * PackBits: after a head n from 0 to 127 follow n + 1 literal octets; after -127 to -1 one octet, repeated 1 - n times.
 *
 * @see TIFF revision 6.0, section 9
 */
export function unpackPackBits({ packed, maxBytes }: PackedBlock): Uint8Array {
  const out = new Uint8Array(Math.min(maxBytes, packed.length * 64)); // two octets unpack to 128 at most
  let at = 0;
  let length = 0;
  while (at < packed.length && length < out.length) {
    const head = packed[at++];
    if (head === 128) continue;
    if (head < 128) {
      const piece = packed.subarray(at, Math.min(at + head + 1, at + out.length - length));
      out.set(piece, length);
      at += head + 1;
      length += piece.length;
    } else {
      if (at >= packed.length) break;
      const end = Math.min(length + 257 - head, out.length);
      out.fill(packed[at++], length, end);
      length = end;
    }
  }
  return out.subarray(0, length);
}
