import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, rmdir, stat, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartError, UpstreamError } from '@severe/base';
import { checked } from './checked.ts';
import { isAbsent, problemOf } from './file-errors.ts';
import { removeStale, walk } from './file-walk.ts';
import type { ObjectHead, Objects } from './port.ts';

const DELETES_AT_ONCE = 32;
/** Where objects are written before they get their name; `~` is no character of keys, so no key leads here. */
const UNFINISHED = '~unfinished';

/**
 * Objects as files under a folder, the key being the path.
 *
 * An object appears by a rename: a reader sees the old bytes or the new ones, and a process that is killed leaves
 * nothing but an unfinished file, removed at a later start. Nothing is synced: after a power failure the newest objects
 * can be empty. The content type is not kept.
 *
 * @param root the folder; made when it is absent
 * @throws {StartError} when the folder cannot be made or written
 */
export async function openFiles(root: string): Promise<Objects> {
  const unfinished = join(root, UNFINISHED);
  const pathOf = (key: string): string => join(root, key);

  try {
    await mkdir(unfinished, { recursive: true });
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
      for (let i = 0; i < keys.length; i += DELETES_AT_ONCE) {
        await Promise.all(keys.slice(i, i + DELETES_AT_ONCE).map((key) => remove(root, pathOf(key))));
      }
    },

    async ping() {
      try {
        await stat(unfinished);
      } catch (error) {
        throw upstream(error, root);
      }
    },
  });
}

/** A folder can exist and yet refuse: a read-only mount, another owner, no space. */
async function probe(path: string): Promise<void> {
  await writeFile(path, 'probe');
  await unlink(path);
}

/** Runs a reading; a path that is not there, or is a folder, is an absent object. */
async function orAbsent<T>(root: string, read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw upstream(error, root);
  }
}

async function readRange(path: string, start: number, length: number): Promise<Buffer | undefined> {
  const file = await open(path, 'r');
  try {
    const found = await file.stat();
    if (!found.isFile()) return undefined;
    // The size is that of the file, never what was asked: a range may reach far beyond the end.
    const buffer = Buffer.allocUnsafe(Math.max(0, Math.min(length, found.size - start)));
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

/** Gives the file its name. A deletion beside us may remove the folder that was just made: then it is made again. */
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

/** Removes a file, and the folders that it leaves empty. */
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
      return; // not empty, or somebody else was faster: both are fine
    }
  }
}

function upstream(error: unknown, root: string): Error {
  return new UpstreamError('object store', problemOf(error, root), { cause: error });
}
