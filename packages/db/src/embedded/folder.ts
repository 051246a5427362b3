import { mkdir, mkdtemp, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { StartError } from '@severe/base';
import { serverMessage } from '../errors.ts';
import { acquireLock } from './lock.ts';
import type { Versions } from './made-files.ts';

/** Free space that a new database needs, with a reserve. */
const neededMb = 256;
/** The longest path of a unix socket on all systems (104 bytes with the terminator on macOS). */
const longestSocketPath = 103;
/** File name of the socket in its folder, as PostgreSQL clients expect it. */
export const socketName = '.s.PGSQL.5432';

/** Creates the folder if it does not exist and locks it for this process. @returns a function that unlocks it */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  try {
    await makeFolder(folder, 0o700); // access to the socket is access to the data
    return await acquireLock(join(folder, 'lock'), folder);
  } catch (error) {
    throw asStartError(error, folder);
  }
}

/**
 * Creates a folder and its parents. The `recursive` option of Node does not end on a file system that reports an existing
 * parent as missing, such as /proc.
 */
async function makeFolder(path: string, mode?: number): Promise<void> {
  try {
    await mkdir(path, mode);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && (await stat(path)).isDirectory()) return;
    if (code !== 'ENOENT') throw error;
    await makeFolder(dirname(path), mode);
    await mkdir(path, mode);
  }
}

/** Whether the database must be created. Removes the remains of one that was not completed. */
export async function prepareFolder(folder: string, versions: Versions): Promise<boolean> {
  const made = await readFile(join(folder, 'made.json'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error; // only a missing file means that the database is not complete
  });
  if (typeof made === 'string') {
    const { pglite } = JSON.parse(made) as Versions;
    if (pglite === versions.pglite) return false;
    throw new StartError(
      `${folder} was made by PGlite ${pglite}, this is ${versions.pglite}; use the release that made it, or remove the folder`,
    );
  }
  await rm(join(folder, 'cluster'), { recursive: true, force: true });
  const { bavail, bsize } = await statfs(folder);
  const freeMb = Math.floor((bavail * bsize) / 2 ** 20);
  if (freeMb < neededMb)
    throw new StartError(`${folder} has ${freeMb} MB free, the embedded database needs ${neededMb}`);
  return true;
}

/** The folder itself, or a temporary one if its path is too long for a socket. */
export async function chooseSocketFolder(folder: string): Promise<string> {
  const fits = Buffer.byteLength(join(folder, socketName)) <= longestSocketPath;
  return fits ? folder : mkdtemp(join(tmpdir(), 'severe-'));
}

/** Records that the cluster is complete. */
export async function signFolder(folder: string, versions: Versions): Promise<void> {
  const file = join(folder, 'made.json');
  await writeFile(`${file}.new`, `${JSON.stringify(versions)}\n`);
  await rename(`${file}.new`, file);
}

const reasons: Record<string, string> = {
  EACCES: 'may not be written by this user',
  EPERM: 'may not be written by this user',
  EROFS: 'is on a read-only disk',
  ENOSPC: 'is on a disk that is full',
  EDQUOT: 'is on a disk whose quota is used up',
  ENOENT: 'cannot be made there',
  ENOTDIR: 'cannot be made: a file is in its way',
  EEXIST: 'cannot be made: a file is in its way',
};

/** The error that prevents the database in a folder from opening, as one line. */
export function asStartError(error: unknown, folder: string): unknown {
  if (error instanceof StartError) return error;
  const reason = reasons[(error as NodeJS.ErrnoException).code ?? ''];
  if (reason) return new StartError(`${folder} ${reason}; DATA_DIR chooses another place`, { cause: error });
  return new StartError(`the embedded database in ${folder} does not start: ${serverMessage(error)}`, { cause: error });
}
