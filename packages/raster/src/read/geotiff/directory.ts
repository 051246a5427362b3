import { DataError } from '@severe/base';
import type { Octets } from './octets/index.ts';
import { refuse } from './refuse.ts';
import { subfiles, tags } from './tags.ts';

/** How to read one number of a field type, by the code of the type; texts and opaque bytes are read as octets. */
const fieldTypes: Record<number, { size: number; read(view: DataView, at: number, little: boolean): number }> = {
  1: { size: 1, read: (view, at) => view.getUint8(at) },
  2: { size: 1, read: (view, at) => view.getUint8(at) },
  3: { size: 2, read: (view, at, little) => view.getUint16(at, little) },
  4: { size: 4, read: (view, at, little) => view.getUint32(at, little) },
  5: { size: 8, read: (view, at, little) => view.getUint32(at, little) / view.getUint32(at + 4, little) },
  6: { size: 1, read: (view, at) => view.getInt8(at) },
  7: { size: 1, read: (view, at) => view.getUint8(at) },
  8: { size: 2, read: (view, at, little) => view.getInt16(at, little) },
  9: { size: 4, read: (view, at, little) => view.getInt32(at, little) },
  10: { size: 8, read: (view, at, little) => view.getInt32(at, little) / view.getInt32(at + 4, little) },
  11: { size: 4, read: (view, at, little) => view.getFloat32(at, little) },
  12: { size: 8, read: (view, at, little) => view.getFloat64(at, little) },
  13: { size: 4, read: (view, at, little) => view.getUint32(at, little) },
  16: { size: 8, read: (view, at, little) => Number(view.getBigUint64(at, little)) },
  17: { size: 8, read: (view, at, little) => Number(view.getBigInt64(at, little)) },
  18: { size: 8, read: (view, at, little) => Number(view.getBigUint64(at, little)) },
};

/** The two forms of the container: widths of counts and offsets. */
interface Form {
  little: boolean;
  big: boolean;
}

const mostEntries = 4096; // of a directory; the standards name a few hundred tags
const mostDirectories = 1024;

/** Numbers of a tag, or octets of one, that are taken at once; the places of more blocks than that are read singly. */
const mostNumbers = 1 << 20;

/** Where the values of a tag lie. */
interface Values {
  type: (typeof fieldTypes)[number];
  count: number;
  at: number;
}

/** The entries of one image file directory. Nothing is read before it is asked for, and nothing outside of the file. */
export class Directory {
  readonly #octets: Octets;
  readonly #form: Form;
  /** The octets of each entry, and where it stands. */
  readonly #entries = new Map<number, { view: DataView; at: number }>();
  readonly #known = new Map<number, Values>();
  /** Where the next directory begins; 0 after the last. */
  readonly next: number;

  /**
   * @param at offset of the directory
   * @throws {DataError} when it does not lie inside the file
   */
  constructor(octets: Octets, form: Form, at: number) {
    this.#octets = octets;
    this.#form = form;
    const { little, big } = form;
    const head = big ? 8 : 2;
    this.#need(at, head, 'the directory');
    const counted = viewOf(octets.take(at, head));
    const count = big ? Number(counted.getBigUint64(0, little)) : counted.getUint16(0, little);
    if (count < 1 || count > mostEntries) refuse('damaged', `a directory of ${count} tags, at most ${mostEntries} fit`);
    const size = big ? 20 : 12;
    this.#need(at + head, count * size, 'the directory');
    const entries = octets.take(at + head, count * size);
    for (let i = 0; i < count; i++) {
      const view = viewOf(entries.subarray(i * size, (i + 1) * size));
      const tag = view.getUint16(0, little);
      if (!this.#entries.has(tag)) this.#entries.set(tag, { view, at: at + head + i * size });
    }
    const end = at + head + count * size;
    const link = big ? 8 : 4;
    const linked = end + link <= octets.length; // some writers leave the last link out
    this.next = linked ? readOffset(viewOf(octets.take(end, link)), 0, form) : 0;
  }

  get little(): boolean {
    return this.#form.little;
  }

  has(tag: number): boolean {
    return this.#entries.has(tag);
  }

  /** How many values a tag has; 0 where it is absent. */
  count(tag: number): number {
    return this.#values(tag)?.count ?? 0;
  }

  /** The first number of a tag, or `absent`. */
  number(tag: number, absent: number): number {
    return this.#values(tag) ? this.element(tag, 0) : absent;
  }

  /** The first number of a tag that has to be there. */
  need(tag: number, what: string): number {
    if (!this.has(tag)) refuse('damaged', `the image has no ${what} (tag ${tag})`);
    return this.element(tag, 0);
  }

  /** One number of a tag. */
  element(tag: number, index: number): number {
    return this.numbers(tag, index, 1)[0];
  }

  /** Numbers of a tag: `count` from `first`, or all; none where the tag is absent and all are asked for. */
  numbers(tag: number, first = 0, count = this.count(tag)): number[] {
    if (count === 0) return [];
    const values = this.#values(tag);
    if (!values || first + count > values.count) {
      refuse('damaged', `tag ${tag} has ${values?.count ?? 0} values, number ${first + count} is needed`);
    }
    if (count > mostNumbers) refuse('too-large', `tag ${tag} has ${values.count} values`);
    const { type, at } = values;
    const view = viewOf(this.#octets.take(at + first * type.size, count * type.size));
    const { little } = this.#form;
    const list: number[] = [];
    for (let i = 0; i < count; i++) list.push(type.read(view, i * type.size, little));
    return list;
  }

  /** The octets of a tag, or undefined. */
  octets(tag: number): Uint8Array | undefined {
    const values = this.#values(tag);
    if (!values) return undefined;
    const length = values.count * values.type.size;
    if (length > mostNumbers) refuse('too-large', `tag ${tag} has ${length} octets, at most ${mostNumbers} are read`);
    return this.#octets.take(values.at, length);
  }

  /** A text up to its first NUL, or undefined. */
  text(tag: number): string | undefined {
    const octets = this.octets(tag);
    if (!octets) return undefined;
    const end = octets.indexOf(0);
    return Buffer.from(octets.subarray(0, end < 0 ? undefined : end)).toString('utf8');
  }

  #values(tag: number): Values | undefined {
    const known = this.#known.get(tag);
    const entry = this.#entries.get(tag);
    if (known || !entry) return known;
    const { view } = entry;
    const { big, little } = this.#form;
    const code = view.getUint16(2, little);
    const type = fieldTypes[code];
    if (!type) refuse('damaged', `tag ${tag} is of the unknown type ${code}`);
    const count = big ? Number(view.getBigUint64(4, little)) : view.getUint32(4, little);
    const length = count * type.size;
    const inline = big ? 12 : 8;
    const at = length <= (big ? 8 : 4) ? entry.at + inline : readOffset(view, inline, this.#form);
    this.#need(at, length, `tag ${tag}`);
    const values = { type, count, at };
    this.#known.set(tag, values);
    return values;
  }

  #need(at: number, length: number, what: string): void {
    const end = at + length;
    if (end > this.#octets.length) {
      refuse('damaged', `${what} ends at byte ${end}, the file at byte ${this.#octets.length}`);
    }
  }
}

/**
 * The directories of a file, in the order of their chain. A chain that breaks off after the first leaves the rest out:
 * they are overviews, masks or further pages, without which the image is whole.
 *
 * @throws {DataError} when the first cannot be read
 * @see TIFF revision 6.0, section 2; the BigTIFF design of AWare Systems for 64-bit offsets
 */
export function readDirectories(octets: Octets): Directory[] {
  if (octets.length < 8) refuse('damaged', `the file has ${octets.length} bytes, a TIFF header has 8`);
  const form = readForm(octets);
  const list: Directory[] = [];
  const seen = new Set<number>();
  let at = readOffset(viewOf(octets.take(0, form.big ? 16 : 8)), form.big ? 8 : 4, form);
  while (at > 0 && !seen.has(at) && list.length < mostDirectories) {
    seen.add(at); // a chain may bite its tail
    try {
      list.push(new Directory(octets, form, at));
    } catch (error) {
      if (list.length === 0 || !(error instanceof DataError)) throw error;
      break;
    }
    at = list[list.length - 1].next;
  }
  if (list.length === 0) refuse('damaged', 'the file holds no directory');
  return list;
}

/** Whether a directory is of a smaller copy of the image. */
export function isOverview(directory: Directory): boolean {
  const kind = directory.number(tags.newSubfileType, 0);
  return (kind & subfiles.reduced) !== 0 && (kind & subfiles.mask) === 0;
}

/** Whether a directory is of the pixels that belong to an image of its size. */
export function isMask(directory: Directory): boolean {
  return (directory.number(tags.newSubfileType, 0) & subfiles.mask) !== 0;
}

function readForm(octets: Octets): Form {
  const view = viewOf(octets.take(0, 8));
  const order = view.getUint16(0);
  const little = order === 0x4949;
  if (!little && order !== 0x4d4d) {
    const found = JSON.stringify(String.fromCharCode(view.getUint8(0), view.getUint8(1)));
    refuse('damaged', `the file does not begin as a TIFF: with ${found}, "II" or "MM" is needed`);
  }
  const version = view.getUint16(2, little);
  if (version !== 42 && version !== 43) refuse('damaged', `TIFF version ${version}, 42 or 43 is needed`);
  const big = version === 43;
  if (big && (octets.length < 16 || view.getUint16(4, little) !== 8 || view.getUint16(6, little) !== 0)) {
    refuse('damaged', 'a BigTIFF header without offsets of 8 bytes');
  }
  return { little, big };
}

function viewOf({ buffer, byteOffset, length }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, length);
}

function readOffset(view: DataView, at: number, { little, big }: Form): number {
  return big ? Number(view.getBigUint64(at, little)) : view.getUint32(at, little);
}
