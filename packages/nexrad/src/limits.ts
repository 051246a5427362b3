/**
 * What one file may ask of the machine. Real volumes have up to 30 MB packed and 100 MB unpacked, real cuts 720 radials
 * of at most 1840 gates; what asks for more than this is refused before anything is allocated.
 */
export const limits = {
  /** Bytes of a file as it comes. */
  packedBytes: 256 * 1024 ** 2,
  /** Bytes of all records of a volume unpacked: half of what a process may use, and some six seconds of work. */
  unpackedBytes: 512 * 1024 ** 2,
  /** Bytes of one record unpacked; real ones reach 2 MB. */
  recordBytes: 16 * 1024 ** 2,
  /** Bytes of a product unpacked; real ones reach 2 MB. */
  productBytes: 16 * 1024 ** 2,
  /** Cuts of a volume; 25 are the most that a coverage pattern has, 32 what the format allows. */
  sweeps: 64,
  /** Radials of a cut. */
  radials: 800,
  /** Gates of a radial. */
  gates: 2000,
  /** Rows or columns of a raster packet. */
  rasterSide: 1000,
  /** Packets of a product. */
  packets: 20_000,
};
