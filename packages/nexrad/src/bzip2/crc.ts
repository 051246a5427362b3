/**
 * Effect of a byte on the CRC when `after` more bytes follow, as `table[after * 256 + byte]`: four bytes are processed
 * at once.
 */
const table = new Int32Array(4 * 256);
for (let byte = 0; byte < 256; byte++) {
  let value = byte << 24;
  for (let bit = 0; bit < 8; bit++) value = value & 0x80000000 ? (value << 1) ^ 0x04c11db7 : value << 1;
  table[byte] = value;
}
for (let i = 256; i < table.length; i++) table[i] = (table[i - 256] << 8) ^ table[table[i - 256] >>> 24];

/**
 * The CRC-32 of bzip2 over the bytes from `start` to `end`: polynomial 04C11DB7, most significant bit first (as POSIX
 * cksum, unlike gzip).
 */
export function crcOf(bytes: Uint8Array, start = 0, end = bytes.length): number {
  let crc = -1;
  let at = start;
  for (const fours = end - 3; at < fours; at += 4) {
    crc ^= (bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3];
    crc =
      table[768 + (crc >>> 24)] ^
      table[512 + ((crc >>> 16) & 255)] ^
      table[256 + ((crc >>> 8) & 255)] ^
      table[crc & 255];
  }
  for (; at < end; at++) crc = (crc << 8) ^ table[(crc >>> 24) ^ bytes[at]];
  return ~crc;
}
