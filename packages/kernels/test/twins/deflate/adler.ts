const modulus = 65521;
/** So many bytes can be summed before the sums need be reduced, with room for 53 bits to spare. */
const stretch = 5552;

/** The checksum at the end of a zlib stream (RFC 1950, section 8.2). Runs of zeros, of which there are many, are short work. */
export function adler32(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let a = 1;
  let b = 0;
  for (let start = 0; start < bytes.length; start += stretch) {
    const end = Math.min(bytes.length, start + stretch);
    let i = start;
    for (; i + 4 <= end; i += 4) {
      const word = view.getInt32(i, true);
      if (word !== 0) {
        const first = word & 255;
        const second = (word >>> 8) & 255;
        const third = (word >>> 16) & 255;
        b += 4 * a + 4 * first + 3 * second + 2 * third + (word >>> 24);
        a += first + second + third + (word >>> 24);
      } else {
        b += 4 * a;
      }
    }
    for (; i < end; i++) {
      a += bytes[i];
      b += a;
    }
    a %= modulus;
    b %= modulus;
  }
  return b * 65536 + a;
}
