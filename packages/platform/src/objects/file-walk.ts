import type { Dirent } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isAbsent } from './file-errors.ts';
import type { ObjectHead } from './port.ts';

const STALE_MS = 3_600_000; // far longer than any put takes

/** The files under `root` whose relative path begins with `prefix`, in the order of whole paths, a folder at a time. */
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

/** A folder counts with its slash, so that `a-b` comes before `a/b`, as an order over whole keys has it. */
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
    if (isAbsent(error)) return undefined; // removed while we walked
    throw error;
  }
}

/** Removes what killed processes left half written. Others may be writing there now, so only old files go. */
export async function removeStale(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await statIfThere(path);
    if (found && Date.now() - found.mtimeMs > STALE_MS) await rm(path, { force: true });
  }
}
