import type { Directory } from './directory.ts';
import type { Stretch } from './octets/index.ts';
import { refuse } from './refuse.ts';
import { compressions, photometrics, sampleKinds, tags, type SampleKind } from './tags.ts';

/** How the samples of an image lie in the file. */
export interface Layout {
  width: number;
  height: number;
  bands: number;
  kind: SampleKind;
  /** Bits of a sample; of both parts together where it is complex. */
  bits: number;
  /** Each band in blocks of its own. */
  separate: boolean;
  /** Bands that a block holds, pixel by pixel: all of them, or one when they are separate. */
  blockBands: number;
  blockWidth: number;
  blockHeight: number;
  /** Blocks in a row and in a column of them. */
  across: number;
  down: number;
  tiled: boolean;
  compression: number;
  predictor: number;
  photometric: number;
  /** Whether bits are filled from the lowest up. */
  reversedBits: boolean;
  /** Octets of a row of a block, and of a whole block, unpacked. */
  rowBytes: number;
  blockBytes: number;
  directory: Directory;
}

/** Octets of one block, unpacked. The array, its packed form and a copy in other order have to fit beside each other. */
const mostBlockBytes = 256 * 1024 ** 2;
const mostSide = 2 ** 31 - 1;

/** Octets that are taken for the packed form of so many: what is packed badly grows, by headers and masks too, but not to this. */
export function mostPacked(octets: number): number {
  return 2 * octets + 65_536;
}

/**
 * Reads the layout of an image and holds its sizes against each other. Nothing that it returns asks for a larger array
 * than `mostBlockBytes`.
 *
 * @throws {DataError} for sizes that cannot be, or arrangements that cannot be read
 */
export function readLayout(directory: Directory): Layout {
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
    : rows(directory, height);
  const rowBytes = Math.ceil((blockWidth * blockBands * bits) / 8);
  const blockBytes = rowBytes * blockHeight;
  if (blockBytes > mostBlockBytes) {
    const size = `${blockWidth} × ${blockHeight} with ${blockBands} × ${bits} bits`;
    refuse('too-large', `a block of ${size} unpacks to ${blockBytes} bytes, at most ${mostBlockBytes} are read`);
  }
  const across = Math.ceil(width / blockWidth);
  const down = Math.ceil(height / blockHeight);
  const layout: Layout = {
    width,
    height,
    bands,
    kind,
    bits,
    separate,
    blockBands,
    blockWidth,
    blockHeight,
    across,
    down,
    tiled,
    compression: directory.number(tags.compression, compressions.none),
    predictor: directory.number(tags.predictor, 1),
    photometric: directory.number(tags.photometric, photometrics.blackIsZero),
    reversedBits: directory.number(tags.fillOrder, 1) === 2,
    rowBytes,
    blockBytes,
    directory,
  };
  checkBlocks(layout);
  return layout;
}

/** Where the packed octets of blocks lie, as the file has it; undefined for those that were left out because they have no values. */
export function blockRanges(layout: Layout, first: number, count: number): (Stretch | undefined)[] {
  const { directory } = layout;
  const { offsets, counts } = placeTags(layout);
  const starts = directory.numbers(offsets, first, count);
  const lengths = directory.has(counts) ? directory.numbers(counts, first, count) : undefined;
  return starts.map((start, i) => {
    const length = lengths ? lengths[i] : layout.blockBytes;
    return start === 0 || length === 0 ? undefined : { start, length };
  });
}

/** How many rows of a block belong to the image; the last strips and tiles reach over its edge. */
export function rowsInside({ height, blockHeight }: Layout, blockRow: number): number {
  return Math.min(blockHeight, height - blockRow * blockHeight);
}

function placeTags({ directory }: Layout) {
  return directory.has(tags.tileOffsets)
    ? { offsets: tags.tileOffsets, counts: tags.tileByteCounts }
    : { offsets: tags.stripOffsets, counts: tags.stripByteCounts };
}

/** Every block needs a place of its own in the tags: so there cannot be many more of them than the file has octets. */
function checkBlocks(layout: Layout): void {
  const { directory, across, down, separate, bands } = layout;
  const { offsets, counts } = placeTags(layout);
  const needed = across * down * (separate ? bands : 1);
  for (const tag of [offsets, counts]) {
    if (tag === counts && !directory.has(tag) && layout.compression === compressions.none) continue;
    const found = directory.count(tag);
    if (found < needed) refuse('damaged', `the image needs ${needed} blocks, tag ${tag} tells of ${found}`);
  }
}

function side(value: number, what: string): number {
  if (Number.isInteger(value) && value >= 1 && value <= mostSide) return value;
  return refuse('damaged', `a ${what} of ${value}, 1 to ${mostSide} is needed`);
}

/** Absent, or larger than the image: one strip has it all. */
function rows(directory: Directory, height: number): number {
  const told = directory.number(tags.rowsPerStrip, height);
  return told >= 1 ? Math.min(Math.floor(told), height) : refuse('damaged', `strips of ${told} rows`);
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
  const told = Math.min(directory.count(tag), bands);
  for (let i = 1; i < told; i++) {
    const other = directory.element(tag, i);
    if (other !== first) refuse('unknown', `bands of different ${what} (${first} and ${other}) cannot be read`);
  }
  return first;
}
