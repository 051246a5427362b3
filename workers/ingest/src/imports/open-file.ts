import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline, Readable, Transform } from 'node:stream';
import { DataError, messageOf } from '@severe/base';
import { openPromise, type ZipFile } from 'yauzl';

/** A file in an archive, or one that stands alone. */
export interface Part {
  name: string;
  /** When it is unpacked. */
  bytes: number;
  open(): Promise<Readable>;
}

/** What was given to be imported, opened; nothing of it is in memory. */
export interface OpenedFile {
  /** Without folder and ending. */
  name: string;
  parts: Part[];
  close(): void;
}

/** An archive of a thousand files is not one that we are meant to read. */
const mostParts = 1000;

/** Opens a file or a zip archive. @throws {DataError} `file`: it is not there, is no file, or a broken archive */
export async function openFile(path: string): Promise<OpenedFile> {
  const found = await stat(path).catch((cause: unknown) => {
    throw new DataError('file', `${path} cannot be read: ${messageOf(cause)}`, { cause });
  });
  if (!found.isFile()) throw new DataError('file', `${path} is no file`);
  const name = basename(path);
  const bare = bareName(name);
  if (!(await isZip(path))) {
    const alone: Part = { name, bytes: found.size, open: async () => createReadStream(path) };
    return { name: bare, parts: [alone], close() {} };
  }
  const archive = await openPromise(path, { autoClose: false, lazyEntries: true }).catch((cause: unknown) => {
    throw new DataError('zip', `${name} is no whole zip archive: ${messageOf(cause)}`, { cause });
  });
  try {
    return { name: bare, parts: await partsOf(archive, name), close: () => archive.close() };
  } catch (error) {
    archive.close();
    throw error;
  }
}

/** A file that is in memory already. */
export function fileOf(name: string, bytes: Uint8Array): OpenedFile {
  const alone: Part = { name, bytes: bytes.length, open: async () => Readable.from([bytes]) };
  return { name: bareName(name), parts: [alone], close() {} };
}

function bareName(name: string): string {
  return name.replace(/(\.\w+)+$/, '');
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
  if (archive.entryCount > mostParts) throw new DataError('zip', `${name} holds more than ${mostParts} files`);
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
    throw new DataError('zip', `${name} is no whole zip archive: ${messageOf(cause)}`, { cause });
  }
  return parts;
}

/** The part whose name ends so. @throws {DataError} `parts` where there are several */
export function partEnding({ parts }: OpenedFile, ending: RegExp): Part | undefined {
  const [part, other] = parts.filter(({ name }) => ending.test(name));
  if (other) throw new DataError('parts', `expected one file of its kind, got ${part.name} and ${other.name}`);
  return part;
}

/** Opens a part; `onBytes` hears how much of it has been read. */
export async function openPart(part: Part, onBytes: (count: number) => void): Promise<Readable> {
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      onBytes(chunk.length);
      done(null, chunk);
    },
  });
  pipeline(await part.open(), counted, () => {}); // who reads `counted` hears of errors
  return counted;
}

/** The first bytes of a stream as text, which stay in it. */
export async function peek(stream: Readable): Promise<string> {
  await once(stream, 'readable');
  const head = stream.read() as Buffer | null;
  if (head === null) return '';
  stream.unshift(head);
  return head.toString('utf8').replace(/^\uFEFF/, '');
}
