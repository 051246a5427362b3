import { refuse } from './refuse.ts';

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

/** Numbers of a tag that are taken into memory at once; only the places of blocks may be more, and are read singly. */
const mostNumbers = 1 << 20;

/** The entries of one image file directory. Nothing is read before it is asked for, and nothing outside of the file. */
export class Directory {
  readonly little: boolean;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #form: Form;
  readonly #entries = new Map<number, number>();
  /** Where the next directory begins; 0 after the last. */
  readonly next: number;

  /**
   * @param at offset of the directory
   * @throws {DataError} when it does not lie inside the file
   */
  constructor(bytes: Uint8Array, view: DataView, form: Form, at: number) {
    this.#bytes = bytes;
    this.#view = view;
    this.#form = form;
    this.little = form.little;
    const head = form.big ? 8 : 2;
    this.#need(at, head, 'the directory');
    const count = form.big ? Number(view.getBigUint64(at, form.little)) : view.getUint16(at, form.little);
    if (count < 1 || count > mostEntries) refuse('damaged', `a directory of ${count} tags, at most ${mostEntries} fit`);
    const size = form.big ? 20 : 12;
    this.#need(at + head, count * size, 'the directory');
    for (let i = 0; i < count; i++) {
      const entry = at + head + i * size;
      const tag = view.getUint16(entry, form.little);
      if (!this.#entries.has(tag)) this.#entries.set(tag, entry);
    }
    const end = at + head + count * size;
    const linked = end + (form.big ? 8 : 4) <= bytes.length; // some writers leave the last link out
    this.next = linked ? readOffset(view, end, form) : 0;
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
    const values = this.#values(tag);
    if (!values || index >= values.count) {
      refuse('damaged', `tag ${tag} has ${values?.count ?? 0} values, number ${index + 1} is needed`);
    }
    return values.type.read(this.#view, values.at + index * values.type.size, this.little);
  }

  /** All numbers of a tag; none where it is absent. */
  numbers(tag: number): number[] {
    const values = this.#values(tag);
    if (!values) return [];
    if (values.count > mostNumbers) refuse('too-large', `tag ${tag} has ${values.count} values`);
    return Array.from({ length: values.count }, (_, i) => this.element(tag, i));
  }

  /** The octets of a tag, or undefined. */
  octets(tag: number): Uint8Array | undefined {
    const values = this.#values(tag);
    return values && this.#bytes.subarray(values.at, values.at + values.count * values.type.size);
  }

  /** A text up to its first NUL, or undefined. */
  text(tag: number): string | undefined {
    const octets = this.octets(tag);
    if (!octets) return undefined;
    const end = octets.indexOf(0);
    return Buffer.from(octets.subarray(0, end < 0 ? undefined : end)).toString('utf8');
  }

  #values(tag: number) {
    const entry = this.#entries.get(tag);
    if (entry === undefined) return undefined;
    const { big, little } = this.#form;
    const code = this.#view.getUint16(entry + 2, little);
    const type = fieldTypes[code];
    if (!type) refuse('damaged', `tag ${tag} is of the unknown type ${code}`);
    const count = big ? Number(this.#view.getBigUint64(entry + 4, little)) : this.#view.getUint32(entry + 4, little);
    const length = count * type.size;
    const inline = entry + (big ? 12 : 8);
    const at = length <= (big ? 8 : 4) ? inline : readOffset(this.#view, inline, this.#form);
    this.#need(at, length, `tag ${tag}`);
    return { type, count, at };
  }

  #need(at: number, length: number, what: string): void {
    const end = at + length;
    if (end > this.#bytes.length) {
      refuse('damaged', `${what} ends at byte ${end}, the file at byte ${this.#bytes.length}`);
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
export function readDirectories(bytes: Uint8Array): Directory[] {
  if (bytes.length < 8) refuse('damaged', `the file has ${bytes.length} bytes, a TIFF header has 8`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const form = readForm(bytes, view);
  const list: Directory[] = [];
  const seen = new Set<number>();
  let at = form.big ? readOffset(view, 8, form) : readOffset(view, 4, form);
  while (at > 0 && !seen.has(at) && list.length < mostDirectories) {
    seen.add(at); // a chain may bite its tail
    try {
      list.push(new Directory(bytes, view, form, at));
    } catch (error) {
      if (list.length === 0) throw error;
      break;
    }
    at = list[list.length - 1].next;
  }
  if (list.length === 0) refuse('damaged', 'the file holds no directory');
  return list;
}

function readForm(bytes: Uint8Array, view: DataView): Form {
  const order = view.getUint16(0);
  const little = order === 0x4949;
  if (!little && order !== 0x4d4d) refuse('damaged', 'the file does not begin as a TIFF');
  const version = view.getUint16(2, little);
  if (version !== 42 && version !== 43) refuse('damaged', `TIFF version ${version}, 42 or 43 is needed`);
  const big = version === 43;
  if (big && (bytes.length < 16 || view.getUint16(4, little) !== 8 || view.getUint16(6, little) !== 0)) {
    refuse('damaged', 'a BigTIFF header without offsets of 8 bytes');
  }
  return { little, big };
}

function readOffset(view: DataView, at: number, { little, big }: Form): number {
  return big ? Number(view.getBigUint64(at, little)) : view.getUint32(at, little);
}
