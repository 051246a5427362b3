import type { PackedBlock } from './codec.ts';

/**
 * Runs of octets: 0 to 127 tell of as many octets and one more that follow, -127 to -1 of one octet that is repeated.
 *
 * @see TIFF revision 6.0, section 9
 */
export function unpackPackBits({ packed, most }: PackedBlock): Uint8Array {
  const out = new Uint8Array(Math.min(most, packed.length * 64)); // two octets make 128 at best
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
