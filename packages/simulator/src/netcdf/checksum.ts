/**
 * The checksum of HDF5 structures of version 2 and later.
 *
 * @see Bob Jenkins, lookup3.c, `hashlittle` with initial value 0
 */
export function lookup3(bytes: Uint8Array): number {
  let a = (0xdeadbeef + bytes.length) | 0;
  let b = a;
  let c = a;
  let at = 0;
  const word = (from: number): number => {
    let value = 0;
    for (let i = Math.min(3, bytes.length - 1 - from); i >= 0; i--) value = (value << 8) | bytes[from + i];
    return value;
  };
  for (; bytes.length - at > 12; at += 12) {
    a = (a + word(at)) | 0;
    b = (b + word(at + 4)) | 0;
    c = (c + word(at + 8)) | 0;
    a = ((a - c) ^ rotateLeft(c, 4)) | 0;
    c = (c + b) | 0;
    b = ((b - a) ^ rotateLeft(a, 6)) | 0;
    a = (a + c) | 0;
    c = ((c - b) ^ rotateLeft(b, 8)) | 0;
    b = (b + a) | 0;
    a = ((a - c) ^ rotateLeft(c, 16)) | 0;
    c = (c + b) | 0;
    b = ((b - a) ^ rotateLeft(a, 19)) | 0;
    a = (a + c) | 0;
    c = ((c - b) ^ rotateLeft(b, 4)) | 0;
    b = (b + a) | 0;
  }
  if (bytes.length === at) return c >>> 0;
  a = (a + word(at)) | 0;
  b = (b + word(at + 4)) | 0;
  c = (c + word(at + 8)) | 0;
  c = ((c ^ b) - rotateLeft(b, 14)) | 0;
  a = ((a ^ c) - rotateLeft(c, 11)) | 0;
  b = ((b ^ a) - rotateLeft(a, 25)) | 0;
  c = ((c ^ b) - rotateLeft(b, 16)) | 0;
  a = ((a ^ c) - rotateLeft(c, 4)) | 0;
  b = ((b ^ a) - rotateLeft(a, 14)) | 0;
  c = ((c ^ b) - rotateLeft(b, 24)) | 0;
  return c >>> 0;
}

const rotateLeft = (value: number, bits: number): number => (value << bits) | (value >>> (32 - bits));
