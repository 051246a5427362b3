const modulus = 65521;
/** So many bytes can be summed before the sums need be reduced, with room for 53 bits to spare. */
const stretch = 5552;

/** The checksum at the end of a zlib stream (RFC 1950, section 8.2). */
export function adler32(bytes: Uint8Array): number {
  let a = 1;
  let b = 0;
  for (let start = 0; start < bytes.length; start += stretch) {
    const end = Math.min(bytes.length, start + stretch);
    for (let i = start; i < end; i++) {
      a += bytes[i];
      b += a;
    }
    a %= modulus;
    b %= modulus;
  }
  return b * 65536 + a;
}
