import type { Directory } from './directory.ts';
import { refuse } from './refuse.ts';
import type { ByteRange } from './source/index.ts';
import { compressions, photometrics, predictors, sampleKinds, tags, type SampleKind } from './tags.ts';

/** How the samples of an image are stored. */
export interface ImageLayout {
  width: number;
  height: number;
  bands: number;
  kind: SampleKind;
  /** Bits of a sample; for complex samples of both parts together. */
  bits: number;
  /** Whether each band has its own blocks. */
  separate: boolean;
  /** Bands in a block, interleaved by pixel: all bands, or 1 if they are separate. */
  blockBands: number;
  blockWidth: number;
  blockHeight: number;
  /** Number of blocks in a row, and in a column, of blocks. */
  across: number;
  down: number;
  tiled: boolean;
  compression: number;
  predictor: number;
  photometric: number;
  /** Whether bits are filled from the lowest up. */
  reversedBits: boolean;
  /** Unpacked octets of a row of a block, and of a whole block. */
  rowBytes: number;
  blockBytes: number;
  directory: Directory;
}

/** Unpacked octets of one block. The block, its packed form and one copy have to fit in memory together. */
const maxBlockBytes = 256 * 1024 ** 2;
const maxSide = 2 ** 31 - 1;

/** The largest packed form of a block that is read. Incompressible data grows by headers and masks, but not beyond this. */
export function maxPackedBytes(unpackedBytes: number): number {
  return 2 * unpackedBytes + 65_536;
}

/**
 * Reads the layout of an image and checks its sizes against each other. No size that it returns leads to an array larger
 * than `maxBlockBytes`.
 *
 * @throws {DataError} `geotiff-…` for impossible sizes, or a layout that is not supported
 */
export function readImageLayout(directory: Directory): ImageLayout {
  const width = side(directory.need(tags.imageWidth, 'width'), 'width');
  const height = side(directory.need(tags.imageLength, 'height'), 'height');
  const bands = directory.number(tags.samplesPerPixel, 1);
  if (!(bands >= 1 && bands <= 0xffff)) refuse('damaged', `an image of ${bands} bands`);
  const { bits, kind } = sampleOf(directory, bands);
  const planar = directory.number(tags.planarConfiguration, 1);
  if (planar !== 1 && planar !== 2) refuse('damaged', `planar configuration ${planar}, 1 or 2 is needed`);
  const separate = planar === 2 && bands > 1;
  const blockBands = separate ? 1 : bands;

  const tiled = directory.has(tags.tileWidth);
  const blockWidth = tiled ? side(directory.need(tags.tileWidth, 'tile width'), 'tile width') : width;
  const blockHeight = tiled
    ? side(directory.need(tags.tileLength, 'tile height'), 'tile height')
    : stripRows(directory, height);
  const rowBytes = Math.ceil((blockWidth * blockBands * bits) / 8);
  const blockBytes = rowBytes * blockHeight;
  if (blockBytes > maxBlockBytes) {
    const size = `${blockWidth} × ${blockHeight} with ${blockBands} × ${bits} bits`;
    refuse('too-large', `a block of ${size} unpacks to ${blockBytes} bytes, at most ${maxBlockBytes} are read`);
  }
  const layout: ImageLayout = {
    width,
    height,
    bands,
    kind,
    bits,
    separate,
    blockBands,
    blockWidth,
    blockHeight,
    across: Math.ceil(width / blockWidth),
    down: Math.ceil(height / blockHeight),
    tiled,
    compression: directory.number(tags.compression, compressions.none),
    predictor: directory.number(tags.predictor, predictors.none),
    photometric: directory.number(tags.photometric, photometrics.blackIsZero),
    reversedBits: directory.number(tags.fillOrder, 1) === 2,
    rowBytes,
    blockBytes,
    directory,
  };
  checkBlocks(layout);
  return layout;
}

/** Ranges of packed blocks, as the file gives them; undefined for sparse blocks, which are not stored. */
export function blockRanges(layout: ImageLayout, first: number, count: number): (ByteRange | undefined)[] {
  const { directory } = layout;
  const { offsets, counts } = blockTags(layout);
  const starts = directory.numbers(offsets, first, count);
  const lengths = directory.has(counts) ? directory.numbers(counts, first, count) : undefined;
  return starts.map((start, i) => {
    const length = lengths ? lengths[i] : layout.blockBytes;
    return start === 0 || length === 0 ? undefined : { start, length };
  });
}

/** Number of rows of a block that belong to the image; the last strips and tiles extend beyond its edge. */
export function rowsInside({ height, blockHeight }: ImageLayout, blockRow: number): number {
  return Math.min(blockHeight, height - blockRow * blockHeight);
}

function blockTags({ directory }: ImageLayout) {
  return directory.has(tags.tileOffsets)
    ? { offsets: tags.tileOffsets, counts: tags.tileByteCounts }
    : { offsets: tags.stripOffsets, counts: tags.stripByteCounts };
}

/** Every block needs an offset in the tags. This bounds the number of blocks by the length of the file. */
function checkBlocks(layout: ImageLayout): void {
  const { directory, across, down, separate, bands } = layout;
  const { offsets, counts } = blockTags(layout);
  const needed = across * down * (separate ? bands : 1);
  for (const tag of [offsets, counts]) {
    if (tag === counts && !directory.has(tag) && layout.compression === compressions.none) continue;
    const found = directory.count(tag);
    if (found < needed) refuse('damaged', `the image needs ${needed} blocks, tag ${tag} lists ${found}`);
  }
}

function side(value: number, what: string): number {
  if (Number.isInteger(value) && value >= 1 && value <= maxSide) return value;
  return refuse('damaged', `a ${what} of ${value}, 1 to ${maxSide} is needed`);
}

/** If the tag is absent, or larger than the image, one strip holds the whole image. */
function stripRows(directory: Directory, height: number): number {
  const rows = directory.number(tags.rowsPerStrip, height);
  return rows >= 1 ? Math.min(Math.floor(rows), height) : refuse('damaged', `strips of ${rows} rows`);
}

function sampleOf(directory: Directory, bands: number): { bits: number; kind: SampleKind } {
  const bits = sameForAll(directory, tags.bitsPerSample, 1, bands, 'bits');
  const format = sameForAll(directory, tags.sampleFormat, 1, bands, 'sample format');
  const kind = sampleKinds[format];
  if (!kind) refuse('unknown', `sample format ${format} is not known`);
  const allowed = widths[kind];
  if (!allowed(bits)) refuse('unknown', `samples of ${bits} bits in format "${kind}" cannot be read`);
  return { bits, kind };
}

const oneOf =
  (...list: number[]) =>
  (bits: number) =>
    list.includes(bits);
const widths: Record<SampleKind, (bits: number) => boolean> = {
  uint: (bits) => (bits >= 1 && bits <= 32) || bits === 64,
  int: oneOf(8, 16, 32, 64),
  float: oneOf(16, 24, 32, 64),
  'complex-int': oneOf(16, 32, 64),
  'complex-float': oneOf(32, 64, 128),
};

function sameForAll(directory: Directory, tag: number, absent: number, bands: number, what: string): number {
  const first = directory.number(tag, absent);
  const count = Math.min(directory.count(tag), bands);
  for (let i = 1; i < count; i++) {
    const other = directory.element(tag, i);
    if (other !== first) refuse('unknown', `bands of different ${what} (${first} and ${other}) cannot be read`);
  }
  return first;
}
