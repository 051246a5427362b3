import { deflateSync } from 'node:zlib';
import type { TagValue } from '@severe/tiff/testing/tiff';
import { deflated, image, plain } from '@severe/raster/testing/geotiff-seeds';
import { all, most, put, sign, type Crafted } from '@severe/testing/hostile/put';

const tag = {
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  photometric: 262,
  strips: 273,
  samples: 277,
  rowsPerStrip: 278,
  stripBytes: 279,
  planes: 284,
  predictor: 317,
  colours: 320,
  tileWidth: 322,
  tileHeight: 323,
  directories: 330,
  sampleFormat: 339,
  jpegTables: 347,
  scale: 33550,
  tie: 33922,
  keys: 34735,
  metadata: 42112,
  nodata: 42113,
} as const;

const longs = (...values: number[]): TagValue => ({ type: 'long', values });
const doubles = (...values: number[]): TagValue => ({ type: 'double', values });

const tags: Record<string, Record<number, TagValue>> = {
  'a width of 2^32 - 1': { [tag.width]: longs(all) },
  'a height of 2^32 - 1': { [tag.height]: longs(all) },
  '2^32 - 1 columns and rows': { [tag.width]: longs(all), [tag.height]: longs(all) },
  '100,000 × 100,000 pixels in one strip': {
    [tag.width]: longs(100_000),
    [tag.height]: longs(100_000),
    [tag.rowsPerStrip]: longs(100_000),
  },
  '7,000 × 7,000 pixels of which nothing is stored': {
    [tag.width]: longs(7000),
    [tag.height]: longs(7000),
    [tag.rowsPerStrip]: longs(7000),
    [tag.strips]: longs(0),
    [tag.stripBytes]: longs(0),
  },
  'no columns': { [tag.width]: [0] },
  'no rows': { [tag.height]: [0] },
  'no width': { [tag.width]: { type: 'long', values: [] } },
  'two million rows of strips': { [tag.height]: longs(2_000_000), [tag.rowsPerStrip]: [1] },
  'strips of no rows': { [tag.rowsPerStrip]: [0] },
  'strips of 2^32 - 1 rows': { [tag.rowsPerStrip]: longs(all) },
  'strips behind the end': { [tag.strips]: longs(most, sign) },
  'strips of 2^32 - 1 octets': { [tag.stripBytes]: longs(all, all) },
  'one strip for two': { [tag.strips]: longs(8), [tag.stripBytes]: longs(10) },
  'strips that begin in the header': { [tag.strips]: longs(0, 0) },
  'samples of 65535 bits': { [tag.bits]: [65535] },
  'samples of no bits': { [tag.bits]: [0] },
  '65535 samples a pixel': { [tag.samples]: [65535] },
  'no samples a pixel': { [tag.samples]: [0] },
  '65535 planes of samples': { [tag.samples]: [65535], [tag.planes]: [2] },
  'bits for fewer samples than there are': { [tag.samples]: [4], [tag.bits]: [8] },
  'samples of a format that there is not': { [tag.sampleFormat]: [65535] },
  'numbers of 8 bits with a point': { [tag.sampleFormat]: [3] },
  'a predictor that there is not': { [tag.predictor]: [65535] },
  'the predictor of points for whole numbers': { [tag.compression]: [8], [tag.predictor]: [3] },
  'tiles of 2^31 columns': { [tag.tileWidth]: longs(sign), [tag.tileHeight]: longs(sign) },
  'tiles of no columns': { [tag.tileWidth]: [0], [tag.tileHeight]: [16] },
  'tiles of one pixel': {
    [tag.width]: longs(4000),
    [tag.height]: longs(4000),
    [tag.tileWidth]: [1],
    [tag.tileHeight]: [1],
  },
  'colours for a palette of 2^16 that are not there': {
    [tag.photometric]: [3],
    [tag.bits]: [16],
    [tag.colours]: [1, 2],
  },
  'a compression that there is not': { [tag.compression]: [65534] },
  'JPEG that is none': { [tag.compression]: [7], [tag.jpegTables]: 'none' },
  'JPEG of old': { [tag.compression]: [6] },
  'LZW that is none': { [tag.compression]: [5] },
  'PackBits that is none': { [tag.compression]: [32773] },
  'LERC that is none': { [tag.compression]: [34887] },
  'LZMA that is none': { [tag.compression]: [34925] },
  'ZSTD that is none': { [tag.compression]: [50000] },
  'WebP that is none': { [tag.compression]: [50001] },
  'fax pages': { [tag.compression]: [4] },
  'a scale of nothing': { [tag.scale]: doubles(0, 0, 0), [tag.tie]: doubles(0, 0, 0, 0, 0, 0) },
  'a scale that is no number': { [tag.scale]: doubles(NaN, Infinity, 0), [tag.tie]: doubles(0, 0, 0, 0, 0, 0) },
  'keys that say 65535 and bring none': { [tag.keys]: [1, 1, 0, 65535] },
  'keys that point behind their numbers': { [tag.keys]: [1, 1, 0, 1, 1024, 34736, 65535, 65535] },
  'metadata that never ends': { [tag.metadata]: `<GDALMetadata>${'<Item name="SCALE" sample="0">'.repeat(3000)}` },
  'metadata of ten thousand bands': {
    [tag.metadata]: Array.from(
      { length: 3000 },
      (_, i) => `<Item name="SCALE" sample="${i}">${'9'.repeat(i % 400)}</Item>`,
    ).join(''),
  },
  'a number that means none, of 5,000 digits': { [tag.nodata]: '9'.repeat(5000) },
  'a directory below this one that is this one': { [tag.directories]: longs(8) },
};

const zeros = new Uint8Array(64 * 1024 ** 2);

/** Position of the directory in our files, and of its entries. */
const directoryOf = (bytes: Uint8Array): number => Buffer.from(bytes).readUInt32LE(4);
const entryOf = (bytes: Uint8Array, entry: number): number => directoryOf(bytes) + 2 + 12 * entry;
const countOf = (bytes: Uint8Array): number => Buffer.from(bytes).readUInt16LE(directoryOf(bytes));
const nextOf = (bytes: Uint8Array): number => entryOf(bytes, countOf(bytes));

/** Files that break the standard in one place each. */
export const craftedGeotiff: Crafted = {
  ...Object.fromEntries(Object.entries(tags).map(([what, changes]) => [what, () => image(changes)])),
  'a strip that unpacks to 64 MiB': () => image({ 259: [8] }, () => deflateSync(zeros)),
  'a strip of 64 MiB, as it says': () =>
    image({ 256: [8192], 257: [8192], 278: [8192], 259: [8] }, () => deflateSync(zeros)),
  'a directory that follows itself': () => put(plain, nextOf(plain), directoryOf(plain), 4, 'little'),
  'a directory behind the end': () => put(plain, 4, most, 4, 'little'),
  'a directory in the header': () => put(plain, 4, 0, 4, 'little'),
  'a directory of 65535 entries': () => put(plain, directoryOf(plain), 65535, 2, 'little'),
  'a directory of no entries': () => put(plain, directoryOf(plain), 0, 2, 'little'),
  'a tag of 2^32 - 1 numbers': () => put(deflated, entryOf(deflated, 2) + 4, all, 4, 'little'),
  'a tag of 2^31 numbers behind the end': () =>
    put(put(deflated, entryOf(deflated, 8) + 4, sign, 4, 'little'), entryOf(deflated, 8) + 8, most, 4, 'little'),
  'a tag of a type that there is not': () => put(plain, entryOf(plain, 0) + 2, 65535, 2, 'little'),
  'BigTIFF with offsets of 255 octets': () => put(image({}, undefined, { bigTiff: true }), 4, 255, 2, 'little'),
  'BigTIFF with a directory at 2^63': () => {
    const big = image({}, undefined, { bigTiff: true });
    return put(big, 15, 0x80, 1);
  },
};
