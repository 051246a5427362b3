import { DataError } from '@severe/base';
import { fieldTypes, type FieldType } from './field-types.ts';
import { readHeader, readOffset, viewOf, type ByteFormat } from './header.ts';
import { refuse } from './refuse.ts';
import type { ByteSource } from './source/index.ts';
import { subfiles, tags } from './tags.ts';

const maxEntries = 4096; // of a directory; the standards define a few hundred tags
const maxDirectories = 1024;

/** Values of a tag, or octets of one, that are read at once. Offsets of more blocks than that are read one by one. */
const maxValues = 1 << 20;

/** Position of the values of a tag. */
interface ValueRange {
  type: FieldType;
  count: number;
  at: number;
}

/** The entries of one image file directory. Values are read on demand; every read is checked against the file's length. */
export class Directory {
  readonly #source: ByteSource;
  readonly #format: ByteFormat;
  /** The octets of each entry, and their offset in the file. */
  readonly #entries = new Map<number, { view: DataView; at: number }>();
  readonly #ranges = new Map<number, ValueRange>();
  /** Offset of the next directory; 0 after the last. */
  readonly next: number;

  /**
   * @param at offset of the directory
   * @throws {DataError} `geotiff-damaged` when it does not lie inside the file
   */
  constructor(source: ByteSource, format: ByteFormat, at: number) {
    this.#source = source;
    this.#format = format;
    const { little, big } = format;
    const head = big ? 8 : 2;
    this.#checkEnd(at, head, 'the directory');
    const counted = viewOf(source.slice(at, head));
    const count = big ? Number(counted.getBigUint64(0, little)) : counted.getUint16(0, little);
    if (count < 1 || count > maxEntries) refuse('damaged', `a directory of ${count} tags, at most ${maxEntries} fit`);
    const size = big ? 20 : 12;
    this.#checkEnd(at + head, count * size, 'the directory');
    const entries = source.slice(at + head, count * size);
    for (let i = 0; i < count; i++) {
      const view = viewOf(entries.subarray(i * size, (i + 1) * size));
      const tag = view.getUint16(0, little);
      if (!this.#entries.has(tag)) this.#entries.set(tag, { view, at: at + head + i * size });
    }
    const end = at + head + count * size;
    const link = big ? 8 : 4;
    const linked = end + link <= source.length; // some writers omit the last link
    this.next = linked ? readOffset(viewOf(source.slice(end, link)), 0, format) : 0;
  }

  get little(): boolean {
    return this.#format.little;
  }

  has(tag: number): boolean {
    return this.#entries.has(tag);
  }

  /** Number of values of a tag; 0 if it is absent. */
  count(tag: number): number {
    return this.#rangeOf(tag)?.count ?? 0;
  }

  /** The first number of a tag, or `absent`. */
  number(tag: number, absent: number): number {
    return this.#rangeOf(tag) ? this.element(tag, 0) : absent;
  }

  /** The first number of a required tag. */
  need(tag: number, what: string): number {
    if (!this.has(tag)) refuse('damaged', `the image has no ${what} (tag ${tag})`);
    return this.element(tag, 0);
  }

  /** One number of a tag. */
  element(tag: number, index: number): number {
    return this.numbers(tag, index, 1)[0];
  }

  /** Numbers of a tag: `count` from `first`, or all. All numbers of an absent tag are an empty list. */
  numbers(tag: number, first = 0, count = this.count(tag)): number[] {
    if (count === 0) return [];
    const range = this.#rangeOf(tag);
    if (!range || first + count > range.count) {
      refuse('damaged', `tag ${tag} has ${range?.count ?? 0} values, number ${first + count} is needed`);
    }
    if (count > maxValues) refuse('too-large', `tag ${tag} has ${range.count} values`);
    const { type, at } = range;
    const view = viewOf(this.#source.slice(at + first * type.size, count * type.size));
    const { little } = this.#format;
    const list: number[] = [];
    for (let i = 0; i < count; i++) list.push(type.read(view, i * type.size, little));
    return list;
  }

  /** The octets of a tag, or undefined. */
  bytes(tag: number): Uint8Array | undefined {
    const range = this.#rangeOf(tag);
    if (!range) return undefined;
    const length = range.count * range.type.size;
    if (length > maxValues) refuse('too-large', `tag ${tag} has ${length} octets, at most ${maxValues} are read`);
    return this.#source.slice(range.at, length);
  }

  /** A text up to its first NUL, or undefined. */
  text(tag: number): string | undefined {
    const bytes = this.bytes(tag);
    if (!bytes) return undefined;
    const end = bytes.indexOf(0);
    return Buffer.from(bytes.subarray(0, end < 0 ? undefined : end)).toString('utf8');
  }

  #rangeOf(tag: number): ValueRange | undefined {
    const cached = this.#ranges.get(tag);
    const entry = this.#entries.get(tag);
    if (cached || !entry) return cached;
    const { view } = entry;
    const { big, little } = this.#format;
    const code = view.getUint16(2, little);
    const type = fieldTypes[code];
    if (!type) refuse('damaged', `tag ${tag} is of the unknown type ${code}`);
    const count = big ? Number(view.getBigUint64(4, little)) : view.getUint32(4, little);
    const length = count * type.size;
    const inline = big ? 12 : 8;
    const at = length <= (big ? 8 : 4) ? entry.at + inline : readOffset(view, inline, this.#format);
    this.#checkEnd(at, length, `tag ${tag}`);
    const range = { type, count, at };
    this.#ranges.set(tag, range);
    return range;
  }

  #checkEnd(at: number, length: number, what: string): void {
    const end = at + length;
    if (end > this.#source.length) {
      refuse('damaged', `${what} ends at byte ${end}, the file at byte ${this.#source.length}`);
    }
  }
}

/**
 * The directories of a file in the order of their chain, each read when it is requested. The chain ends at a directory
 * that was there before.
 *
 * @throws {DataError} `geotiff-damaged` at a header or a directory that cannot be read
 * @see TIFF revision 6.0, section 2; the BigTIFF design for 64-bit offsets
 */
export function* directoriesIn(source: ByteSource): Generator<Directory> {
  const { format, first } = readHeader(source);
  const seen = new Set<number>();
  for (let at = first; at > 0 && !seen.has(at) && seen.size < maxDirectories;) {
    seen.add(at);
    const directory = new Directory(source, format, at);
    yield directory;
    at = directory.next;
  }
}

/**
 * All directories of a file. Directories after a damaged one are ignored: they are overviews, masks or further pages,
 * and the first image is complete without them.
 *
 * @throws {DataError} `geotiff-damaged` when the first cannot be read
 */
export function readDirectories(source: ByteSource): Directory[] {
  const list: Directory[] = [];
  try {
    for (const directory of directoriesIn(source)) list.push(directory);
  } catch (error) {
    if (list.length === 0 || !(error instanceof DataError)) throw error;
  }
  if (list.length === 0) refuse('damaged', 'the file holds no directory');
  return list;
}

/** Whether a directory describes a smaller copy of the image. */
export function isOverview(directory: Directory): boolean {
  const kind = directory.number(tags.newSubfileType, 0);
  return (kind & subfiles.reduced) !== 0 && (kind & subfiles.mask) === 0;
}

/** Whether a directory describes a transparency mask of an image of the same size. */
export function isMask(directory: Directory): boolean {
  return (directory.number(tags.newSubfileType, 0) & subfiles.mask) !== 0;
}
