import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline, Readable, Transform } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { DataError, messageOf } from '@severe/base';
import { openPromise, type ZipFile } from 'yauzl';

/** A file in an archive, or a single file. */
export interface Part {
  name: string;
  /** Uncompressed size. */
  bytes: number;
  open(): Promise<Readable>;
}

/** A file to import, open but not loaded into memory. */
export interface OpenedFile {
  /** File name without folder and extension. */
  name: string;
  parts: Part[];
  close(): void;
}

/** Maximum number of files in an archive; larger archives are not supported data sets. */
const maxParts = 1000;

/** Opens a file or a zip archive. @throws {DataError} `file` if it is missing or not a regular file, `zip` if the archive is invalid */
export async function openFile(path: string): Promise<OpenedFile> {
  const found = await stat(path).catch((cause: unknown) => {
    throw new DataError('file', `${path} cannot be read: ${messageOf(cause)}`, { cause });
  });
  if (!found.isFile()) throw new DataError('file', `${path} is not a file`);
  const name = basename(path);
  const bare = bareName(name);
  if (!(await isZip(path))) {
    const single: Part = { name, bytes: found.size, open: async () => createReadStream(path) };
    return { name: bare, parts: [single], close() {} };
  }
  const archive = await openPromise(path, { autoClose: false, lazyEntries: true }).catch((cause: unknown) => {
    throw new DataError('zip', `${name} is not a complete zip archive: ${messageOf(cause)}`, { cause });
  });
  try {
    return { name: bare, parts: await partsOf(archive, name), close: () => archive.close() };
  } catch (error) {
    archive.close();
    throw error;
  }
}

/** Size of the pieces in which a file in memory is read, as streams of files are. */
const pieceBytes = 1 << 16;

/** Wraps a file in memory. */
export function fileOf(name: string, bytes: Uint8Array): OpenedFile {
  const single: Part = { name, bytes: bytes.length, open: async () => Readable.from(piecesOf(bytes)) };
  return { name: bareName(name), parts: [single], close() {} };
}

async function* piecesOf(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  for (let from = 0; from < bytes.length; from += pieceBytes) {
    if (from > 0) await nextTurn(); // what reads a piece takes milliseconds
    yield bytes.subarray(from, from + pieceBytes);
  }
}

function bareName(name: string): string {
  const parts = name.split('.');
  const lastOfName = parts.findLastIndex((part, i) => i === 0 || !/^\w+$/.test(part));
  return parts.slice(0, lastOfName + 1).join('.');
}

async function isZip(path: string): Promise<boolean> {
  const handle = await open(path);
  try {
    const { buffer } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.toString('latin1') === 'PK\x03\x04';
  } finally {
    await handle.close();
  }
}

async function partsOf(archive: ZipFile, name: string): Promise<Part[]> {
  if (archive.entryCount > maxParts) throw new DataError('zip', `${name} contains more than ${maxParts} files`);
  const parts: Part[] = [];
  try {
    for await (const entry of archive.eachEntry()) {
      if (entry.fileName.endsWith('/')) continue;
      parts.push({
        name: entry.fileName,
        bytes: entry.uncompressedSize,
        open: () => archive.openReadStreamPromise(entry),
      });
    }
  } catch (cause) {
    throw new DataError('zip', `${name} is not a complete zip archive: ${messageOf(cause)}`, { cause });
  }
  return parts;
}

/** Finds the part whose name matches. @throws {DataError} `parts` if several match */
export function partEnding({ parts }: OpenedFile, ending: RegExp): Part | undefined {
  const [part, other] = parts.filter(({ name }) => ending.test(name));
  if (other) throw new DataError('parts', `expected one file of this type, got ${part.name} and ${other.name}`);
  return part;
}

/** Opens a part. `onBytes` is called with the size of each chunk read. */
export async function openPart(part: Part, onBytes: (count: number) => void): Promise<Readable> {
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      onBytes(chunk.length);
      done(null, chunk);
    },
  });
  pipeline(await part.open(), counted, () => {}); // the reader of `counted` receives errors
  return counted;
}

/** Returns the first bytes of a stream as text, without consuming them. */
export async function peek(stream: Readable): Promise<string> {
  await once(stream, 'readable');
  const head = stream.read() as Buffer | null;
  if (head === null) return '';
  stream.unshift(head);
  return head.toString('utf8').replace(/^\uFEFF/, '');
}
