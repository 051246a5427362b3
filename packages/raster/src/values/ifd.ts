import { entryBytes, types } from './tiff.ts';

/** An entry of an image file directory. */
export type Entry = { tag: number } & (
  { type: 'ascii'; value: string } | { type: 'short' | 'long' | 'double'; value: ArrayLike<number> }
);

/** Octets of a directory with the values that do not fit into its entries; always even. */
export function directoryBytes(entries: Entry[]): number {
  return fixedBytes(entries) + entries.reduce((sum, entry) => sum + outsideBytes(entry), 0);
}

/**
 * Writes a directory at `at`, its longer values right behind it.
 *
 * @param entries ascending by tag
 * @param next    offset of the next directory, 0 for the last
 * @see TIFF revision 6.0, section 2, "Image File Directory"
 */
export function writeDirectory(file: Buffer, at: number, entries: Entry[], next: number): void {
  file.writeUInt16LE(entries.length, at);
  let valuesAt = at + fixedBytes(entries);
  entries.forEach((entry, i) => {
    const entryAt = at + 2 + i * entryBytes;
    file.writeUInt16LE(entry.tag, entryAt);
    file.writeUInt16LE(types[entry.type].code, entryAt + 2);
    file.writeUInt32LE(countOf(entry), entryAt + 4);
    const outside = outsideBytes(entry);
    if (outside > 0) file.writeUInt32LE(valuesAt, entryAt + 8);
    writeValue(file, outside > 0 ? valuesAt : entryAt + 8, entry);
    valuesAt += outside;
  });
  file.writeUInt32LE(next, at + 2 + entries.length * entryBytes);
}

const fixedBytes = (entries: Entry[]) => 2 + entries.length * entryBytes + 4;

const countOf = (entry: Entry) =>
  entry.type === 'ascii' ? Buffer.byteLength(entry.value, 'utf8') + 1 : entry.value.length; // a text ends with NUL

/** Octets behind the directory, a multiple of two; none for a value of up to four. */
function outsideBytes(entry: Entry): number {
  const bytes = countOf(entry) * types[entry.type].size;
  return bytes <= 4 ? 0 : bytes + (bytes % 2);
}

function writeValue(file: Buffer, at: number, entry: Entry): void {
  if (entry.type === 'ascii') {
    file.write(entry.value, at, 'utf8');
    return;
  }
  const write = writers[entry.type];
  for (let i = 0; i < entry.value.length; i++) write(file, entry.value[i], at + i * types[entry.type].size);
}

const writers: Record<'short' | 'long' | 'double', (file: Buffer, value: number, at: number) => void> = {
  short: (file, value, at) => file.writeUInt16LE(value, at),
  long: (file, value, at) => file.writeUInt32LE(value, at),
  double: (file, value, at) => file.writeDoubleLE(value, at),
};
