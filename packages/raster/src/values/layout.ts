import { DataError } from '@severe/base';
import {
  blockSize,
  compressions,
  directoriesIn,
  headerBytes,
  maxDeflateRatio,
  memorySource,
  predictors,
  readImageLayout,
  smallBlockSize,
  tags,
  type ByteSource,
  type Directory,
  type ImageLayout,
} from '@severe/tiff/container';
import { coarsened } from './locate.ts';
import { readDescription, type Description } from './metadata.ts';

/** Kind of a cell: a packed code, or a colour as in a `ColourImage`. */
export type CellKind = 'uint16' | 'int32' | 'colour';

/** Where the blocks of a value file are, and how to decode them. */
export interface ValueLayout extends Description {
  width: number;
  height: number;
  kind: CellKind;
  /** Whether cells are stored as differences from their left neighbours. */
  differences: boolean;
  /** Arrangement of the samples of a block. */
  samples: Pick<ImageLayout, 'rowBytes' | 'bits' | 'blockBands'>;
  /** Octets of an unpacked block. */
  blockBytes: number;
  /** Width and height of a block in cells. */
  side: number;
  /** Blocks in a row of blocks. */
  across: number;
  /** Offset and length of each block, row by row. */
  offsets: Float64Array;
  counts: Float64Array;
}

/** The largest grid of a product, MRMS rotation tracks, has 98 million cells. */
const maxCells = 120_000_000;

/** Sides of the blocks that `encodeCog` writes. */
const sides = new Set([blockSize, smallBlockSize]);

/** The header continues beyond the bytes that were given; the next step needs `needed` of them. */
export class TruncatedHeader extends DataError {
  readonly needed: number;

  constructor(needed: number, found: number) {
    super('values-truncated', `the value file has ${found} bytes, its header alone needs ${needed}`);
    this.needed = needed;
  }
}

/**
 * Reads the directory of a value file that `encodeCog` or `encodeColourImage` wrote. It allocates no more than the given bytes
 * hold.
 *
 * @param bytes the file, or enough of its beginning
 * @param level 0 for the grid itself, else its overview with cells of 2^level × 2^level
 * @throws {TruncatedHeader} when there are too few bytes
 * @throws {DataError} `values-header` or `values-metadata` when it is not such a file
 */
export function readValueLayout(bytes: Uint8Array, level = 0): ValueLayout {
  const { first, image } = readHeader(bytes, level);
  const { width, height, across, down } = image;
  const kind = cellKind(image);
  const description = readDescription(first);
  return {
    width,
    height,
    kind,
    differences: image.predictor === predictors.horizontal,
    samples: { rowBytes: image.rowBytes, bits: image.bits, blockBands: image.blockBands },
    blockBytes: image.blockBytes,
    side: image.blockWidth,
    across,
    offsets: blockNumbers(image, tags.tileOffsets, across * down),
    counts: blockNumbers(image, tags.tileByteCounts, across * down),
    ...description,
    geometry: coarsened(description.geometry, 2 ** level),
  };
}

/** The first directory, which alone describes the values, and the image of a level. */
function readHeader(bytes: Uint8Array, level: number): { first: Directory; image: ImageLayout } {
  try {
    const directories = directoriesUpTo(headOf(bytes), level);
    const image = readImageLayout(directories[level]);
    checkImage(image);
    return { first: directories[0], image };
  } catch (cause) {
    if (!(cause instanceof DataError) || !cause.code.startsWith('geotiff-')) throw cause;
    throw new DataError('values-header', `the value file cannot be read: ${cause.message}`, { cause });
  }
}

/** The beginning of a file of unknown length. */
function headOf(bytes: Uint8Array): ByteSource {
  const source = memorySource(bytes);
  return {
    ...source,
    length: Infinity,
    slice(start, length) {
      if (bytes.length < start + length) throw new TruncatedHeader(start + length, bytes.length);
      return source.slice(start, length);
    },
  };
}

function directoriesUpTo(source: ByteSource, level: number): Directory[] {
  const list: Directory[] = [];
  for (const directory of directoriesIn(source)) {
    list.push(directory);
    if (list.length > level) return list;
  }
  return refuse(`has no image of level ${level}`);
}

function checkImage({ width, height, blockWidth, blockHeight, compression }: ImageLayout): void {
  if (width * height > maxCells) refuse(`has ${width} × ${height} cells, at most ${maxCells} are read`);
  if (compression !== compressions.deflate) {
    refuse(`has compression ${compression}, needed is ${compressions.deflate}`);
  }
  if (blockWidth !== blockHeight || !sides.has(blockWidth)) {
    refuse(`has blocks of ${blockWidth} × ${blockHeight} cells, needed are squares of ${[...sides].join(' or ')}`);
  }
}

function blockNumbers({ directory }: ImageLayout, tag: number, count: number): Float64Array {
  return Float64Array.from(directory.numbers(tag, 0, count));
}

/**
 * The range of a block, checked against its unpacked size.
 *
 * @throws {DataError} `values-block`
 */
export function blockRange(layout: ValueLayout, index: number): { start: number; length: number } {
  const start = layout.offsets[index];
  const length = layout.counts[index];
  const { blockBytes } = layout;
  if (start < headerBytes || length * maxDeflateRatio < blockBytes || length > blockBytes + blockBytes / 64 + 64) {
    throw new DataError('values-block', `block ${index} has ${length} packed bytes at ${start}, for ${blockBytes}`);
  }
  return { start, length };
}

/** @throws {DataError} `values-header` for cells that the caller cannot read */
export function needKind({ kind }: ValueLayout, kinds: CellKind[]): void {
  if (!kinds.includes(kind)) refuse(`has ${kind} cells, needed are ${kinds.join(' or ')}`);
}

/** Kinds of cells by number of samples, format and bits. */
const cellKinds: Record<string, CellKind> = { '1 uint16': 'uint16', '1 int32': 'int32', '4 uint8': 'colour' };

function cellKind({ blockBands, kind, bits }: ImageLayout): CellKind {
  const found = cellKinds[`${blockBands} ${kind}${bits}`];
  return found ?? refuse(`has ${blockBands} samples of ${bits} bits and format "${kind}" a cell`);
}

function refuse(problem: string): never {
  throw new DataError('values-header', `the value file ${problem}`);
}
