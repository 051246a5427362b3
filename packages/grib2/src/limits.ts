/** Resource limits per file. A message that exceeds them is refused before anything is allocated. */
export const limits = {
  /** Bytes of a file; the largest known, a whole HRRR hour, has 170 MB. */
  packedBytes: 256 * 1024 ** 2,
  /** Points of a grid; the finest mosaic in use, 0.005° rotation tracks, has 98 million. */
  points: 120e6,
  /** Points of a grid with a bitmap, whose values are in memory twice while they are expanded. */
  pointsUnderBitmap: 60e6,
  /** Values in one JPEG 2000 codestream. Each costs a hundred times as much as in other packings; real ones have 1 million. */
  jpegSamples: 30e6,
  /** Visits of the coder to samples of one JPEG 2000 codestream, three per bit plane; real fields have up to 50 million. */
  jpegWork: 800e6,
  /** Groups of complex packing; real fields have one per 10 to 20 points. */
  groups: 16e6,
  /** Fields of a file. */
  fields: 100_000,
};
