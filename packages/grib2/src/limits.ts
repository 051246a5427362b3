/** What one file may ask of the machine. A message that asks for more is refused before anything is allocated. */
export const limits = {
  /** Bytes of a file; real ones reach 170 MB (a whole HRRR hour). */
  packedBytes: 256 * 1024 ** 2,
  /** Points of a grid; the finest mosaic in use, 0.005° rotation tracks, has 98 million. */
  points: 120e6,
  /** Points of a grid with a bitmap, whose values are held twice while they are spread over it. */
  pointsUnderBitmap: 60e6,
  /** Values in one JPEG 2000, each of which takes a hundred times the work of another; real ones have 1 million. */
  jpegSamples: 30e6,
  /** Visits of the coder to samples of one JPEG 2000, three for a bit of each: real fields have up to 50 million. */
  jpegWork: 800e6,
  /** Groups of complex packing; real fields have one for some 10 to 20 points. */
  groups: 16e6,
  /** Fields of a file. */
  fields: 100_000,
};
