/**
 * The parts of the TIFF format that both the writer and the reader of value files need.
 *
 * @see TIFF revision 6.0, sections 2 and 15; OGC 19-008r4 (GeoTIFF 1.1), section 7; GDAL's notes on its GTiff driver
 */

/** Numbers of the tags, in the order in which a directory has to list them. */
export const tags = {
  newSubfileType: 254,
  imageWidth: 256,
  imageLength: 257,
  bitsPerSample: 258,
  compression: 259,
  photometric: 262,
  samplesPerPixel: 277,
  planarConfiguration: 284,
  predictor: 317,
  tileWidth: 322,
  tileLength: 323,
  tileOffsets: 324,
  tileByteCounts: 325,
  extraSamples: 338,
  sampleFormat: 339,
  modelPixelScale: 33550,
  modelTiepoint: 33922,
  geoKeyDirectory: 34735,
  geoDoubleParams: 34736,
  geoAsciiParams: 34737,
  gdalMetadata: 42112,
  gdalNodata: 42113,
} as const;

/** Codes of the field types that we write, with the octets of one element. */
export const types = {
  ascii: { code: 2, size: 1 },
  short: { code: 3, size: 2 },
  long: { code: 4, size: 4 },
  double: { code: 12, size: 8 },
} as const;

/** Deflate in a zlib wrapper. */
export const deflateCompression = 8;
/** Each sample is stored as its difference from the one to its left. */
export const horizontalPredictor = 2;
export const sampleFormats = { unsigned: 1, signed: 2 } as const;

/** Octets of the header: byte order, 42, offset of the first directory. */
export const headerBytes = 8;
/** Octets of an entry of a directory: tag, type, count, value or its offset. */
export const entryBytes = 12;

/** Side of a block, in cells. */
export const blockSize = 256;

/** How many blocks of a side cover that many cells. */
export function blocksAcross(cells: number, side = blockSize): number {
  return Math.ceil(cells / side);
}
