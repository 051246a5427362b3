import { stat } from 'node:fs/promises';
import { messageOf, StartError } from '@severe/base';

/** Refuses paths that cannot be read as files, before anything is opened. @throws {StartError} naming the first of them */
export async function requireFiles(paths: readonly string[]): Promise<void> {
  for (const path of paths) await requireFile(path);
}

async function requireFile(path: string): Promise<void> {
  const status = await stat(path).catch((error: NodeJS.ErrnoException) => {
    const isAbsent = error.code === 'ENOENT' || error.code === 'ENOTDIR';
    throw new StartError(`${path}: ${isAbsent ? 'the file does not exist' : messageOf(error)}`, { cause: error });
  });
  if (status.isDirectory()) throw new StartError(`${path}: this is a folder, not a file`);
}
