/** The CRC-32 of bzip2: polynomial 04C11DB7, most significant bit first (that of POSIX cksum, not that of gzip). */
export const CRC_TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24;
  for (let bit = 0; bit < 8; bit++) value = value & 0x80000000 ? (value << 1) ^ 0x04c11db7 : value << 1;
  return value;
});
