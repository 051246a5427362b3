import { mkdir, mkdtemp, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { StartError } from '@severe/base';
import { serverMessage } from '../errors.ts';
import { acquireLock } from './lock.ts';
import type { Versions } from './template.ts';

/** Room that the database takes when it is new, with some to grow. */
const ROOM_MB = 256;
/** The longest path that a unix socket can be bound to on every system (104 bytes with the end on macOS). */
const SOCKET_PATH_BYTES = 103;
/** The name under which a client looks for the socket in a folder. */
export const SOCKET = '.s.PGSQL.5432';

/** Makes the folder where it is not there, and takes it for this process; what it gives back ends that. */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  try {
    await makeFolder(folder, 0o700); // whoever reaches the socket reaches the data
    return await acquireLock(join(folder, 'lock'), folder);
  } catch (error) {
    throw asStartError(error, folder);
  }
}

/**
 * Makes a folder and those above it. Node's own `recursive` never ends where a file system says that the folder above
 * is missing though it is there, as /proc does.
 */
async function makeFolder(path: string, mode?: number): Promise<void> {
  try {
    await mkdir(path, mode);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && (await stat(path)).isDirectory()) return;
    if (code !== 'ENOENT') throw error;
    await makeFolder(dirname(path));
    await mkdir(path, mode);
  }
}

/** Whether the database is to be made; what is left of one that was never finished is removed. */
export async function prepareFolder(folder: string, versions: Versions): Promise<boolean> {
  const made = await readFile(join(folder, 'made.json'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error; // only a file that is not there says that nothing was finished
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
  if (freeMb < ROOM_MB) throw new StartError(`${folder} has ${freeMb} MB free, the embedded database needs ${ROOM_MB}`);
  return true;
}

/** Beside the data; elsewhere when that path is too long for a socket. */
export async function chooseSocketFolder(folder: string): Promise<string> {
  const fits = Buffer.byteLength(join(folder, SOCKET)) <= SOCKET_PATH_BYTES;
  return fits ? folder : mkdtemp(join(tmpdir(), 'severe-'));
}

/** Says that the cluster is whole. */
export async function signFolder(folder: string, versions: Versions): Promise<void> {
  const file = join(folder, 'made.json');
  await writeFile(`${file}.new`, `${JSON.stringify(versions)}\n`);
  await rename(`${file}.new`, file);
}

const REFUSALS: Record<string, string> = {
  EACCES: 'may not be written by this user',
  EPERM: 'may not be written by this user',
  EROFS: 'is on a read-only disk',
  ENOSPC: 'is on a disk that is full',
  EDQUOT: 'is on a disk whose quota is used up',
  ENOENT: 'cannot be made there',
  ENOTDIR: 'cannot be made: a file is in its way',
  EEXIST: 'cannot be made: a file is in its way',
};

/** What keeps the database in a folder from opening, as one line. */
export function asStartError(error: unknown, folder: string): unknown {
  if (error instanceof StartError) return error;
  const refusal = REFUSALS[(error as NodeJS.ErrnoException).code ?? ''];
  if (refusal) return new StartError(`${folder} ${refusal}; DATA_DIR chooses another place`, { cause: error });
  return new StartError(`the embedded database in ${folder} does not start: ${serverMessage(error)}`, { cause: error });
}
