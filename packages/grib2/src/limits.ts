/** What one file may ask of the machine. A message that asks for more is refused before anything is allocated. */
export const limits = {
  /** Bytes of a file; real ones reach 170 MB (a whole HRRR hour). */
  packedBytes: 256 * 1024 ** 2,
  /** Points of a grid; the finest mosaic in use, 0.005° rotation tracks, has 98 million. */
  points: 120e6,
  /** Points of a grid with a bitmap, whose values are held twice while they are spread over it. */
  pointsUnderBitmap: 60e6,
  /** Groups of complex packing; real fields have one for some 10 to 20 points. */
  groups: 16e6,
  /** Fields of a file. */
  fields: 100_000,
};
