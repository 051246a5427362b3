import { DataError } from '@severe/base';
import { coarsened } from './coarsened.ts';
import { parseMetadata, type Description } from './metadata.ts';
import {
  blocksAcross,
  blockSize,
  deflateCompression,
  entryBytes,
  headerBytes,
  horizontalPredictor,
  sampleFormats,
  tags,
  types,
} from './tiff.ts';

/** What a cell is; colours are words as in a `Picture`. */
export type CellKind = 'uint16' | 'int32' | 'colour';

/** Where the blocks of a value file lie, and how to read them. */
export interface Layout extends Description {
  width: number;
  height: number;
  kind: CellKind;
  /** Cells are stored as differences from their left neighbours. */
  differences: boolean;
  /** Octets of a block when unpacked. */
  blockBytes: number;
  /** Blocks in a row of blocks. */
  across: number;
  /** First octet and length of each block, row by row. */
  offsets: Float64Array;
  counts: Float64Array;
}

/** What a file of ours may ask for; the largest grid that we know, of rotation tracks, has 98 million cells. */
const mostCells = 120_000_000;
/** A directory of ours has fewer than twenty entries. */
const mostEntries = 64;
const mostMetadataBytes = 65_536;
/** Deflate packs no more than this many octets into one. */
const bestRatio = 1032;

/** The header goes on beyond the bytes at hand; `needed` of them would do for the next step. */
export class TruncatedHeader extends DataError {
  readonly needed: number;

  constructor(needed: number, found: number) {
    super('values-truncated', `the value file has ${found} bytes, its header alone needs ${needed}`);
    this.needed = needed;
  }
}

/**
 * Reads the first directory of a value file that `encodeCog` wrote. Nothing is allocated that the bytes at hand do not
 * hold already.
 *
 * @param bytes the file, or enough of its beginning
 * @param level 0 for the grid itself, else its copy with cells of 2^level × 2^level
 * @throws {TruncatedHeader} when that is not enough
 * @throws {DataError} `values-header` or `values-metadata` when it is no such file
 */
export function readLayout(bytes: Uint8Array, level = 0): Layout {
  const directory = new Directory(bytes, level);
  directory.require(tags.compression, deflateCompression, 'compression');
  directory.require(tags.tileWidth, blockSize, 'tile width');
  directory.require(tags.tileLength, blockSize, 'tile length');
  const width = directory.number(tags.imageWidth);
  const height = directory.number(tags.imageLength);
  if (!(width > 0 && height > 0 && width * height <= mostCells)) {
    refuse(`has ${width} × ${height} cells, at most ${mostCells} are read`);
  }
  const across = blocksAcross(width);
  const blocks = across * blocksAcross(height);
  const kind = cellKind(directory);
  return {
    width,
    height,
    kind,
    differences: directory.number(tags.predictor, 1) === horizontalPredictor,
    blockBytes: blockSize * blockSize * (kind === 'uint16' ? 2 : 4),
    across,
    offsets: directory.longs(tags.tileOffsets, blocks),
    counts: directory.longs(tags.tileByteCounts, blocks),
    ...descriptionOf(bytes, level),
  };
}

/** The first directory alone describes the numbers; of a copy the cells are larger. */
function descriptionOf(bytes: Uint8Array, level: number): Description {
  const description = parseMetadata(new Directory(bytes, 0).text(tags.gdalMetadata));
  return { ...description, geometry: coarsened(description.geometry, 2 ** level) };
}

/**
 * Where a block lies, checked against what its unpacked size makes possible.
 *
 * @throws {DataError} `values-block`
 */
export function blockRange(layout: Layout, index: number): { start: number; length: number } {
  const start = layout.offsets[index];
  const length = layout.counts[index];
  const { blockBytes } = layout;
  if (start < headerBytes || length * bestRatio < blockBytes || length > blockBytes + blockBytes / 64 + 64) {
    throw new DataError(
      'values-block',
      `block ${index} is said to have ${length} bytes at ${start}, for ${blockBytes}`,
    );
  }
  return { start, length };
}

/** @throws {DataError} `values-header` for cells that the caller cannot read */
export function needKind({ kind }: Layout, kinds: CellKind[]): void {
  if (!kinds.includes(kind)) refuse(`has ${kind} cells, needed are ${kinds.join(' or ')}`);
}

/** Cells that we write: codes of 16 or 32 bits, or colours of four octets. */
const sampleKinds: Record<string, CellKind> = {
  [`16 ${sampleFormats.unsigned}`]: 'uint16',
  [`32 ${sampleFormats.signed}`]: 'int32',
  [`8,8,8,8 ${Array.from({ length: 4 }, () => sampleFormats.unsigned).join()}`]: 'colour',
};

function cellKind(directory: Directory): CellKind {
  const samples = directory.number(tags.samplesPerPixel);
  if (samples !== 1 && samples !== 4) refuse(`has ${samples} samples a pixel, needed are 1 or 4`);
  const bits = directory.shorts(tags.bitsPerSample, samples);
  const format = directory.shorts(tags.sampleFormat, samples);
  return (
    sampleKinds[`${bits.join()} ${format.join()}`] ??
    refuse(`has samples of ${bits.join()} bits, format ${format.join()}`)
  );
}

/** The entries of the directory of a level, read on demand. */
class Directory {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #entries = new Map<number, number>();

  constructor(bytes: Uint8Array, level: number) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#need(headerBytes);
    if (this.#view.getUint32(0, true) !== 0x002a4949) refuse('does not begin as a little-endian TIFF');
    let at = this.#view.getUint32(4, true);
    let count = this.#countAt(at);
    for (let passed = 0; passed < level; passed++) {
      at = this.#view.getUint32(at + 2 + count * entryBytes, true);
      if (at === 0) refuse(`has no image of level ${level}`);
      count = this.#countAt(at);
    }
    for (let i = 0; i < count; i++) {
      const entry = at + 2 + i * entryBytes;
      this.#entries.set(this.#view.getUint16(entry, true), entry);
    }
  }

  /** How many entries a directory has, after a look at whether they are there. */
  #countAt(at: number): number {
    this.#need(at + 2);
    const count = this.#view.getUint16(at, true);
    if (count > mostEntries) refuse(`has ${count} entries in its directory, at most ${mostEntries} are read`);
    this.#need(at + 2 + count * entryBytes + 4);
    return count;
  }

  /** A short or a long. */
  number(tag: number, absent?: number): number {
    const entry = this.#entries.get(tag);
    if (entry === undefined) return absent ?? refuse(`has no tag ${tag}`);
    const type = this.#view.getUint16(entry + 2, true);
    if (type === types.short.code) return this.#view.getUint16(entry + 8, true);
    if (type === types.long.code) return this.#view.getUint32(entry + 8, true);
    return refuse(`has tag ${tag} in type ${type}, needed is a short or a long`);
  }

  require(tag: number, needed: number, what: string): void {
    const found = this.number(tag);
    if (found !== needed) refuse(`has ${what} ${found}, needed is ${needed}`);
  }

  shorts(tag: number, count: number): number[] {
    const at = this.#values(tag, types.short, count, count);
    return Array.from({ length: count }, (_, i) => this.#view.getUint16(at + i * types.short.size, true));
  }

  longs(tag: number, count: number): Float64Array {
    const at = this.#values(tag, types.long, count, count);
    return Float64Array.from({ length: count }, (_, i) => this.#view.getUint32(at + i * types.long.size, true));
  }

  text(tag: number): string {
    const at = this.#values(tag, types.ascii, 1, mostMetadataBytes);
    const end = this.#bytes.indexOf(0, at);
    return Buffer.from(this.#bytes.subarray(at, end < 0 ? undefined : end)).toString('utf8');
  }

  /** Where the values of an entry begin, after a look at their type, number and end. */
  #values(tag: number, type: { code: number; size: number }, least: number, most: number): number {
    const entry = this.#entries.get(tag) ?? refuse(`has no tag ${tag}`);
    const code = this.#view.getUint16(entry + 2, true);
    const count = this.#view.getUint32(entry + 4, true);
    if (code !== type.code) refuse(`has tag ${tag} in type ${code}, needed is ${type.code}`);
    if (count < least || count > most) refuse(`has ${count} values in tag ${tag}, needed are ${least} to ${most}`);
    const length = count * type.size;
    const at = length <= 4 ? entry + 8 : this.#view.getUint32(entry + 8, true);
    this.#need(at + length);
    return at;
  }

  #need(end: number): void {
    if (this.#bytes.length < end) throw new TruncatedHeader(end, this.#bytes.length);
  }
}

function refuse(problem: string): never {
  throw new DataError('values-header', `the value file ${problem}`);
}
