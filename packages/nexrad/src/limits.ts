/**
 * What one file may ask of the machine. Real volumes have up to 30 MB packed and 100 MB unpacked, real cuts 720 radials
 * of at most 1840 gates; what asks for more than this is refused before anything is allocated.
 */
export const limits = {
  /** Bytes of a volume in packed records, or of a product: noise that was packed takes five seconds to unpack. */
  packedBytes: 96 * 1024 ** 2,
  /** Bytes of a volume's messages: of its records unpacked, or of the file where they are not packed. */
  unpackedBytes: 256 * 1024 ** 2,
  /** Bytes of all gates of a volume; real ones need 60 MB. */
  volumeGateBytes: 256 * 1024 ** 2,
  /** Bytes of all gates of a product; real ones need 2 MB. */
  productGateBytes: 32 * 1024 ** 2,
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
