import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, rmdir, stat, unlink, writeFile, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartError, UpstreamError } from '@severe/base';
import { checked } from './checked.ts';
import { isAbsent, problemOf } from './file-errors.ts';
import { removeStale, walk } from './file-walk.ts';
import type { ObjectHead, Objects } from './port.ts';

const deleteBatchSize = 32;
/** Folder of objects that are being written; keys cannot contain `~`, so no key points here. */
const unfinishedFolder = '~unfinished';

/**
 * Objects as files under a folder; the key is the path.
 *
 * An object appears by a rename: a reader sees either the old or the new bytes. A killed process leaves at most an
 * unfinished file, which a later start removes. Nothing is synced: after a power failure the newest objects can be empty.
 * The content type is not stored.
 *
 * @param root the folder; created if it does not exist
 * @throws {StartError} if the folder cannot be created or written
 */
export async function openFiles(root: string): Promise<Objects> {
  const unfinished = join(root, unfinishedFolder);
  const pathOf = (key: string): string => join(root, key);

  try {
    await mkdir(unfinished, { recursive: true, mode: 0o700 });
    await probe(join(unfinished, randomUUID()));
    await removeStale(unfinished);
  } catch (error) {
    throw new StartError(`The object store cannot be opened: ${problemOf(error, root)}`, { cause: error });
  }

  return checked({
    get: (key) => orAbsent(root, () => readFile(pathOf(key))),

    getRange: (key, start, length) => orAbsent(root, () => readRange(pathOf(key), start, length)),

    async put(key, body) {
      const temporary = join(unfinished, randomUUID());
      try {
        await writeFile(temporary, body, { flag: 'wx' });
        await moveInto(temporary, pathOf(key));
      } catch (error) {
        await rm(temporary, { force: true });
        throw upstream(error, root);
      }
    },

    head: (key) =>
      orAbsent(root, async () => {
        const found = await stat(pathOf(key));
        return found.isFile() ? { key, bytes: found.size, modifiedAt: found.mtime } : undefined;
      }),

    async *list(prefix): AsyncGenerator<ObjectHead> {
      try {
        yield* walk(root, prefix);
      } catch (error) {
        throw upstream(error, root);
      }
    },

    async delete(keys) {
      for (let i = 0; i < keys.length; i += deleteBatchSize) {
        await Promise.all(keys.slice(i, i + deleteBatchSize).map((key) => remove(root, pathOf(key))));
      }
    },

    ping: () => assertStore(root),
  });
}

/** Tests a write: the folder may be read-only, have another owner or be full. */
async function probe(path: string): Promise<void> {
  await writeFile(path, 'probe');
  await unlink(path);
}

/** Runs a read; a missing path or a folder is an absent object, but not while the whole store is missing, such as a disk. */
async function orAbsent<T>(root: string, read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!isAbsent(error)) throw upstream(error, root);
    await assertStore(root);
    return undefined;
  }
}

/** @throws {UpstreamError} if the folder of the store is not there: then no object can be called absent */
async function assertStore(root: string): Promise<void> {
  try {
    await stat(join(root, unfinishedFolder));
  } catch (error) {
    throw upstream(error, root);
  }
}

/** So much is allocated without a look at the size of the file, which takes as long as the read. */
const smallRead = 1 << 20;

/** How much of a range the file has: a requested one may extend far beyond the end. Undefined if it is no file. */
async function lengthInFile(file: FileHandle, start: number, length: number): Promise<number | undefined> {
  const found = await file.stat();
  return found.isFile() ? Math.max(0, Math.min(length, found.size - start)) : undefined;
}

async function readRange(path: string, start: number, length: number): Promise<Buffer | undefined> {
  const file = await open(path, 'r');
  try {
    const expected = length > 0 && length <= smallRead ? length : await lengthInFile(file, start, length);
    if (expected === undefined) return undefined;
    const buffer = Buffer.allocUnsafe(expected);
    let filled = 0;
    while (filled < buffer.length) {
      const { bytesRead } = await file.read(buffer, filled, buffer.length - filled, start + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return buffer.subarray(0, filled);
  } finally {
    await file.close();
  }
}

/** Renames the file. A concurrent deletion may remove the new folder; then it is created again. */
async function moveInto(temporary: string, path: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await mkdir(dirname(path), { recursive: true });
    try {
      return await rename(temporary, path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || attempt === 5) throw error;
    }
  }
}

/** Removes a file, and the folders that become empty. */
async function remove(root: string, path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    if (isAbsent(error) || (error as NodeJS.ErrnoException).code === 'EPERM') return; // EPERM: a folder, on macOS
    throw upstream(error, root);
  }
  for (let folder = dirname(path); folder.length > root.length; folder = dirname(folder)) {
    try {
      await rmdir(folder);
    } catch {
      return; // not empty, or removed by another process
    }
  }
}

function upstream(error: unknown, root: string): Error {
  return new UpstreamError('object store', problemOf(error, root), { cause: error });
}
