import type { Dirent } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isAbsent } from './file-errors.ts';
import type { ObjectHead } from './port.ts';

const staleMs = 3_600_000; // much longer than any put takes

/** The files under `root` whose relative path begins with `prefix`, in the order of complete paths, one folder at a time. */
export async function* walk(root: string, prefix: string): AsyncGenerator<ObjectHead> {
  const cut = prefix.lastIndexOf('/') + 1;
  yield* walkFolder(root, prefix.slice(0, cut), prefix.slice(cut));
}

async function* walkFolder(root: string, folder: string, start: string): AsyncGenerator<ObjectHead> {
  for (const entry of await entriesOf(join(root, folder))) {
    const key = folder + entry.name;
    if (!entry.name.startsWith(start) || entry.name.startsWith('~')) continue;
    if (entry.isDirectory()) {
      yield* walkFolder(root, `${key}/`, '');
    } else {
      const found = await statIfThere(join(root, key));
      if (found) yield { key, bytes: found.size, modifiedAt: found.mtime };
    }
  }
}

/** Folders are compared with their slash, so that `a-b` precedes `a/b`, as in the order of complete keys. */
async function entriesOf(path: string): Promise<Dirent[]> {
  const rank = (entry: Dirent): string => (entry.isDirectory() ? `${entry.name}/` : entry.name);
  try {
    const entries = await readdir(path, { withFileTypes: true });
    return entries.sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}

async function statIfThere(path: string) {
  try {
    return await stat(path);
  } catch (error) {
    if (isAbsent(error)) return undefined; // removed during the walk
    throw error;
  }
}

/** Removes unfinished files of killed processes. Only old files, because other processes may be writing. */
export async function removeStale(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await statIfThere(path);
    if (found && Date.now() - found.mtimeMs > staleMs) await rm(path, { force: true });
  }
}
