import { mkdir, mkdtemp, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { messageOf, StartError, type Log } from '@severe/base';
import type { Connection } from '../connection.ts';
import { migrations } from '../migrations/index.ts';
import { migrate } from '../migrations/run.ts';
import { saidOf } from '../errors.ts';
import { createPool } from '../pool.ts';
import { Engine, type Watch } from './engine.ts';
import { takeLock } from './lock.ts';
import { engineVersions, keepTemplate, templateFile, type Versions } from './template.ts';

/** A statement that takes longer than both together is ended with the thread it runs in. */
const WATCH: Watch = { everyMs: 5_000, withinMs: 5_000 };

/** Room that the database takes when it is new, with some to grow. */
const ROOM_MB = 256;
/** The longest path that a unix socket can be bound to on every system (104 bytes with the end on macOS). */
const SOCKET_PATH_BYTES = 103;
/** The name under which a client looks for the socket in a folder. */
const SOCKET = '.s.PGSQL.5432';

/** The embedded database, and its engine for who must reach behind it. */
export interface EmbeddedConnection extends Connection {
  engine: Engine;
}

/**
 * Opens the database that lives in a folder, makes it when it is not there, and brings it up to date.
 *
 *     <folder>/lock       who has it open
 *     <folder>/cluster/   the data directory of the engine
 *     <folder>/made.json  says that the cluster is whole, and which engine made it
 *
 * @param options.template where the data directory of an empty database is kept, for the next that is made
 * @throws {StartError} in use by another process; cannot be written; no room; made by another engine
 */
export async function openEmbedded(
  dataDir: string,
  log: Log,
  options: { watch?: Watch; template?: string } = {},
): Promise<EmbeddedConnection> {
  const folder = resolve(dataDir, 'database');
  const unlock = await lockFolder(folder);
  const undo = [unlock];
  try {
    const versions = await engineVersions();
    const isNew = await prepare(folder, versions);
    const socketFolder = await chooseSocketFolder(folder);
    if (socketFolder !== folder) undo.push(() => rm(socketFolder, { recursive: true }));

    const socket = join(socketFolder, SOCKET);
    const template = options.template ?? templateFile(versions, JSON.stringify(migrations));
    const made = await startEngine(folder, socket, isNew ? template : undefined, log);
    undo.push(() => made.engine.close());

    // ssl is named, or PGSSLMODE of the environment would be asked.
    const connection = { host: socketFolder, port: 5432, user: 'severe', database: 'severe', ssl: false };
    const ran = await migrateOnce(connection);
    if (isNew && !made.fromTemplate) await keep(template, made.engine, log);
    if (isNew) await sign(folder, versions);
    made.engine.watch(options.watch ?? WATCH);

    // One session serves them all: more connections would only wait in another place.
    const knex = createPool(connection, 1);
    undo.push(() => knex.destroy());
    return {
      kind: 'embedded',
      where: `in ${folder}`,
      knex,
      migrated: isNew ? migrations.map(({ name }) => name) : ran, // a template had run them
      engine: made.engine,
      close: () => undoAll(undo),
    };
  } catch (error) {
    await undoAll(undo);
    throw asStartError(error, folder);
  }
}

/** Undoes the last step first; one that fails does not keep the others from being undone. */
async function undoAll(steps: (() => Promise<void>)[]): Promise<void> {
  const last = steps.pop();
  if (!last) return;
  try {
    await last();
  } finally {
    await undoAll(steps);
  }
}

async function lockFolder(folder: string): Promise<() => Promise<void>> {
  try {
    await mkdir(dirname(folder), { recursive: true });
    await mkdir(folder, { recursive: true, mode: 0o700 }); // whoever reaches the socket reaches the data
    return await takeLock(join(folder, 'lock'), folder);
  } catch (error) {
    throw asStartError(error, folder);
  }
}

/** Whether the database is to be made; what is left of one that was never finished is removed. */
async function prepare(folder: string, versions: Versions): Promise<boolean> {
  const made = await readFile(join(folder, 'made.json'), 'utf8').catch(() => undefined);
  if (made !== undefined) {
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
async function chooseSocketFolder(folder: string): Promise<string> {
  const fits = Buffer.byteLength(join(folder, SOCKET)) <= SOCKET_PATH_BYTES;
  return fits ? folder : mkdtemp(join(tmpdir(), 'severe-'));
}

async function startEngine(
  folder: string,
  socket: string,
  template: string | undefined,
  log: Log,
): Promise<{ engine: Engine; fromTemplate: boolean }> {
  const data = { cluster: join(folder, 'cluster'), socket };
  if (template && (await stat(template).catch(() => undefined))) {
    try {
      return { engine: await Engine.start({ ...data, template }, log), fromTemplate: true };
    } catch (error) {
      log.warn({ template, reason: messageOf(error) }, 'the template of the database is of no use, it is made anew');
      await rm(data.cluster, { recursive: true, force: true });
    }
  }
  return { engine: await Engine.start(data, log), fromTemplate: false };
}

async function migrateOnce(connection: object): Promise<string[]> {
  const knex = createPool(connection, 1, true);
  try {
    return await migrate(knex);
  } finally {
    await knex.destroy();
  }
}

async function keep(template: string, engine: Engine, log: Log): Promise<void> {
  try {
    await keepTemplate(template, await engine.dump());
  } catch (error) {
    log.debug({ template, reason: messageOf(error) }, 'the template of the database could not be kept');
  }
}

async function sign(folder: string, versions: Versions): Promise<void> {
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
  ENOTDIR: 'cannot be made: a file is in its way',
  EEXIST: 'cannot be made: a file is in its way',
};

function asStartError(error: unknown, folder: string): unknown {
  if (error instanceof StartError) return error;
  const refusal = REFUSALS[(error as NodeJS.ErrnoException).code ?? ''];
  if (refusal) return new StartError(`${folder} ${refusal}; DATA_DIR chooses another place`, { cause: error });
  return new StartError(`the embedded database in ${folder} does not start: ${saidOf(error)}`, { cause: error });
}
