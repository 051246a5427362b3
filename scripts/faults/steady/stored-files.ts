import { readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { parseStamp } from '@severe/base';

/** What the object store of a service holds on its disk. */
export interface StoredFiles {
  bytes: number;
  raw: { files: number; bytes: number };
  /** Of each family: bytes, and the times of the frames of each product; of a model the starts of its runs. */
  families: Map<string, { bytes: number; times: Map<string, Set<number>> }>;
}

/** Counts the files of an object store in a folder. Those that vanish meanwhile are left out. */
export async function storedFiles(folder: string): Promise<StoredFiles> {
  const found: StoredFiles = { bytes: 0, raw: { files: 0, bytes: 0 }, families: new Map() };
  for await (const path of filesBelow(folder)) {
    const file = await stat(path).catch(() => undefined);
    if (!file) continue;
    const [area, family, product, time] = relative(folder, path).split(sep);
    found.bytes += file.size;
    if (area === 'raw') {
      found.raw.files++;
      found.raw.bytes += file.size;
    }
    const at = area === 'frames' && time ? parseStamp(time) : undefined;
    if (!at) continue;
    const known = found.families.get(family) ?? { bytes: 0, times: new Map<string, Set<number>>() };
    found.families.set(family, known);
    known.bytes += file.size;
    known.times.set(product, (known.times.get(product) ?? new Set()).add(at.getTime()));
  }
  return found;
}

/** The files in a folder and below it; a folder that vanishes meanwhile has none. */
async function* filesBelow(folder: string): AsyncGenerator<string> {
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else yield path;
  }
}
