/**
 * TIFF tags that are read or written, in ascending order, and their codes.
 *
 * @see TIFF revision 6.0; TIFF Technical Note 2 (JPEG); OGC 19-008r4 (GeoTIFF 1.1), section 7; the documentation of
 * GDAL's GTiff driver for tags above 40000
 */
export const tags = {
  newSubfileType: 254,
  imageWidth: 256,
  imageLength: 257,
  bitsPerSample: 258,
  compression: 259,
  photometric: 262,
  fillOrder: 266,
  stripOffsets: 273,
  samplesPerPixel: 277,
  rowsPerStrip: 278,
  stripByteCounts: 279,
  planarConfiguration: 284,
  predictor: 317,
  colourMap: 320,
  tileWidth: 322,
  tileLength: 323,
  tileOffsets: 324,
  tileByteCounts: 325,
  extraSamples: 338,
  sampleFormat: 339,
  jpegTables: 347,
  modelPixelScale: 33550,
  modelTiepoint: 33922,
  modelTransformation: 34264,
  geoKeyDirectory: 34735,
  geoDoubleParams: 34736,
  geoAsciiParams: 34737,
  gdalMetadata: 42112,
  gdalNodata: 42113,
  lercParameters: 50674,
} as const;

/** Bits of the tag `newSubfileType`. */
export const subfiles = { reduced: 1, mask: 4 } as const;

/** Codes of the tag `photometric`. */
export const photometrics = { whiteIsZero: 0, blackIsZero: 1, rgb: 2, palette: 3, separated: 5, yCbCr: 6 } as const;

/** Codes of the tag `compression`. */
export const compressions = {
  none: 1,
  lzw: 5,
  oldJpeg: 6,
  jpeg: 7,
  deflate: 8,
  packBits: 32773,
  oldDeflate: 32946,
  lerc: 34887,
  lzma: 34925,
  zstd: 50000,
  webp: 50001,
} as const;

/** Codes of the tag `predictor`. */
export const predictors = { none: 1, horizontal: 2, floatingPoint: 3 } as const;

/** Codes of the tag `sampleFormat` that are written. */
export const sampleFormats = { unsigned: 1, signed: 2 } as const;

/** Kinds of samples by the code of the tag `sampleFormat`. 4 is "untyped"; readers treat it as 1. */
export const sampleKinds = ['uint', 'uint', 'int', 'float', 'uint', 'complex-int', 'complex-float'] as const;
export type SampleKind = (typeof sampleKinds)[number];
