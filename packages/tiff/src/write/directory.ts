import { fieldTypes, writtenTypes } from '../field-types.ts';

/** An entry of an image file directory. */
export type Entry = { tag: number } & (
  { type: 'ascii'; value: string } | { type: 'short' | 'long' | 'double'; value: ArrayLike<number> }
);

/** Octets of an entry of a classic TIFF: tag, type, count, value or its offset. */
const entryBytes = 12;

/** Octets of a directory with the values that do not fit into its entries; always even. */
export function directoryBytes(entries: Entry[]): number {
  return fixedBytes(entries) + entries.reduce((sum, entry) => sum + outOfLineBytes(entry), 0);
}

/**
 * Writes a directory at `at`, followed by the values that do not fit into its entries.
 *
 * @param entries in ascending order of tags
 * @param next    offset of the next directory, 0 for the last
 * @see TIFF revision 6.0, section 2, "Image File Directory"
 */
export function writeDirectory(file: Buffer, at: number, entries: Entry[], next: number): void {
  file.writeUInt16LE(entries.length, at);
  let valuesAt = at + fixedBytes(entries);
  entries.forEach((entry, i) => {
    const entryAt = at + 2 + i * entryBytes;
    file.writeUInt16LE(entry.tag, entryAt);
    file.writeUInt16LE(writtenTypes[entry.type], entryAt + 2);
    file.writeUInt32LE(countOf(entry), entryAt + 4);
    const outOfLine = outOfLineBytes(entry);
    if (outOfLine > 0) file.writeUInt32LE(valuesAt, entryAt + 8);
    writeValue(file, outOfLine > 0 ? valuesAt : entryAt + 8, entry);
    valuesAt += outOfLine;
  });
  file.writeUInt32LE(next, at + 2 + entries.length * entryBytes);
}

const fixedBytes = (entries: Entry[]) => 2 + entries.length * entryBytes + 4;

const sizeOf = (entry: Entry) => fieldTypes[writtenTypes[entry.type]].size;

const countOf = (entry: Entry) =>
  entry.type === 'ascii' ? Buffer.byteLength(entry.value, 'utf8') + 1 : entry.value.length; // a text ends with NUL

/** Octets after the directory, a multiple of two; 0 for a value of up to four octets. */
function outOfLineBytes(entry: Entry): number {
  const bytes = countOf(entry) * sizeOf(entry);
  return bytes <= 4 ? 0 : bytes + (bytes % 2);
}

function writeValue(file: Buffer, at: number, entry: Entry): void {
  if (entry.type === 'ascii') {
    file.write(entry.value, at, 'utf8');
    return;
  }
  const write = writers[entry.type];
  const size = sizeOf(entry);
  for (let i = 0; i < entry.value.length; i++) write(file, entry.value[i], at + i * size);
}

const writers: Record<'short' | 'long' | 'double', (file: Buffer, value: number, at: number) => void> = {
  short: (file, value, at) => file.writeUInt16LE(value, at),
  long: (file, value, at) => file.writeUInt32LE(value, at),
  double: (file, value, at) => file.writeDoubleLE(value, at),
};
