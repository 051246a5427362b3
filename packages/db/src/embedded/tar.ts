/** A file or folder of an archive. */
interface TarEntry {
  name: string;
  isFolder: boolean;
  content: Uint8Array;
  /** Its header and its content, as they stand in the archive. */
  blocks: Uint8Array;
}

const blockBytes = 512;
const [nameAt, nameBytes] = [0, 100];
const [sizeAt, sizeBytes] = [124, 12];
const kindAt = 156;
const folderKind = 0x35; // the digit 5

/**
 * The entries of a tar archive, up to the empty block that ends it.
 *
 * @throws {RangeError} if a size is not an octal number, or the archive ends within an entry
 * @see POSIX.1-2017, pax, ustar interchange format
 */
export function* entriesOf(archive: Uint8Array): Generator<TarEntry> {
  for (let at = 0; at < archive.length && archive[at] !== 0;) {
    if (at + blockBytes > archive.length)
      throw new RangeError(`tar: the archive ends at ${archive.length}, in a header`);
    const size = textAt(archive, at + sizeAt, sizeBytes).trim();
    const name = textAt(archive, at + nameAt, nameBytes);
    if (!/^[0-7]+$/.test(size)) throw new RangeError(`tar: the size of ${name} is ${JSON.stringify(size)}`);
    const from = at + blockBytes;
    const bytes = Number.parseInt(size, 8);
    const end = from + blockBytes * Math.ceil(bytes / blockBytes);
    if (end > archive.length) throw new RangeError(`tar: ${name} ends at ${end}, the archive at ${archive.length}`);
    yield {
      name,
      isFolder: archive[at + kindAt] === folderKind,
      content: archive.subarray(from, from + bytes),
      blocks: archive.subarray(at, end),
    };
    at = end;
  }
}

/** An archive of entries. */
export function tarOf(entries: readonly Pick<TarEntry, 'blocks'>[]): Uint8Array {
  return Buffer.concat([...entries.map(({ blocks }) => blocks), new Uint8Array(2 * blockBytes)]);
}

function textAt(archive: Uint8Array, at: number, length: number): string {
  const text = Buffer.from(archive.subarray(at, at + length)).toString('latin1');
  const end = text.indexOf('\0');
  return end < 0 ? text : text.slice(0, end);
}
