/**
 * Limits of one file's resources. Real volumes have up to 30 MB packed and 100 MB unpacked, real cuts 720 radials of at
 * most 1840 gates. Larger inputs are refused before allocation.
 */
export const limits = {
  /** Bytes of a volume in packed records, or of a product: packed noise of this size takes five seconds to unpack. */
  packedBytes: 96 * 1024 ** 2,
  /** Bytes of a volume's messages: unpacked records, or the file if it has no packed records. */
  unpackedBytes: 256 * 1024 ** 2,
  /** Bytes of all gates of a volume; real ones need 60 MB. */
  volumeGateBytes: 256 * 1024 ** 2,
  /** Bytes of all gates of a product; real ones need 2 MB. */
  productGateBytes: 32 * 1024 ** 2,
  /** Bytes of one record unpacked: of a whole volume in one record, 24 MB; others reach 2 MB. */
  recordBytes: 64 * 1024 ** 2,
  /** Bytes of a product unpacked; real ones reach 2 MB. */
  productBytes: 16 * 1024 ** 2,
  /** Cuts of a volume; coverage patterns have at most 25, the format allows 32. */
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
