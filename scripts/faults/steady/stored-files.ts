import { readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { parseStamp } from '@severe/base';

/** What the object store of a service holds on its disk. */
export interface StoredFiles {
  bytes: number;
  raw: { files: number; bytes: number };
  families: Map<string, FamilyFiles>;
}

/** Frames of a family. */
export interface FamilyFiles {
  bytes: number;
  /** Of each product the times of its frames. Of what has runs, the starts of the runs with the times of their frames. */
  times: Map<string, Map<number, Set<number>>>;
}

/** Counts the files of an object store in a folder. Those that vanish meanwhile are left out. */
export async function storedFiles(folder: string): Promise<StoredFiles> {
  const found: StoredFiles = { bytes: 0, raw: { files: 0, bytes: 0 }, families: new Map() };
  for await (const path of filesBelow(folder)) {
    const file = await stat(path).catch(() => undefined);
    if (!file) continue;
    const [area, family, product, time, next] = relative(folder, path).split(sep);
    found.bytes += file.size;
    if (area === 'raw') {
      found.raw.files++;
      found.raw.bytes += file.size;
    }
    const at = area === 'frames' && time ? parseStamp(time) : undefined;
    if (!at) continue;
    const known = found.families.get(family) ?? { bytes: 0, times: new Map<string, Map<number, Set<number>>>() };
    found.families.set(family, known);
    known.bytes += file.size;
    const frames = known.times.get(product) ?? new Map<number, Set<number>>();
    known.times.set(product, frames);
    const ofRun = parseStamp(next ?? '')?.getTime(); // without runs it is the folder of an attempt
    const hours = frames.get(at.getTime()) ?? new Set<number>();
    frames.set(at.getTime(), ofRun === undefined ? hours : hours.add(ofRun));
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
