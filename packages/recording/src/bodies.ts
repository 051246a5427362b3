import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { messageOf, StartError } from '@severe/base';
import { bodiesFolder, type AnswerEntry } from './format.ts';

type BodyName = NonNullable<AnswerEntry['body']>;

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** Longest body that is read. A feed accepts less. */
const maxBytes = 256 * 2 ** 20;

/** Media types that gzip makes smaller; files of observations and models are compressed already. */
const packable = /json|xml|text|html|csv/i;

const pathOf = (dir: string, { hash, gzip: packed }: BodyName): string =>
  join(dir, bodiesFolder, hash.slice(0, 2), packed ? `${hash}.gz` : hash);

/**
 * Stores a body unless the same one is stored. Bodies are written before the index names them.
 *
 * @returns its name, and the bytes that were written
 */
export async function storeBody(
  dir: string,
  bytes: Uint8Array,
  type = '',
): Promise<{ name: BodyName; written: number }> {
  const hash = createHash('sha256').update(bytes).digest('hex');
  const gzipped = packable.test(type) && !(bytes[0] === 0x1f && bytes[1] === 0x8b);
  const name: BodyName = { hash, bytes: bytes.length, ...(gzipped ? { gzip: true } : {}) };
  const path = pathOf(dir, name);
  if (await exists(path)) return { name, written: 0 };
  const stored = gzipped ? await pack(bytes) : bytes;
  await mkdir(dirname(path), { recursive: true });
  const part = `${path}.${process.pid}.part`;
  await writeFile(part, stored);
  await rename(part, path);
  return { name, written: stored.length };
}

/** Reads a body. @throws {StartError} the file is missing, damaged or too long */
export async function readBody(dir: string, name: BodyName): Promise<Buffer> {
  const path = pathOf(dir, name);
  const refuse = (problem: string): StartError => new StartError(`the recording is damaged: ${path} ${problem}`);
  if (name.bytes > maxBytes) throw refuse(`has ${name.bytes} bytes, at most ${maxBytes} are read`);
  const bytes = await stat(path)
    .then(({ size }) => {
      if (size > name.bytes + 1024) throw refuse(`has ${size} bytes, expected at most ${name.bytes}`);
      return readFile(path);
    })
    .then((stored) => (name.gzip ? unpack(stored, { maxOutputLength: Math.max(1, name.bytes) }) : stored))
    .catch((error: unknown) => {
      throw error instanceof StartError ? error : refuse(`cannot be read: ${messageOf(error)}`);
    });
  const hash = createHash('sha256').update(bytes).digest('hex');
  if (hash !== name.hash) throw refuse('has other content than the index says');
  return bytes;
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
