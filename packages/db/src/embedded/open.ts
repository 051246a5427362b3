import { rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { messageOf, type Log } from '@severe/base';
import type { Connection } from '../connection.ts';
import { geoJsonOf, shapeOf } from '../filters.ts';
import { migrations } from '../migrations/index.ts';
import { migrate } from '../migrations/run.ts';
import { createPool } from '../pool.ts';
import { Engine, type Watch } from './engine.ts';
import { asStartError, chooseSocketFolder, lockFolder, prepareFolder, signFolder, SOCKET } from './folder.ts';
import { engineVersions, saveTemplate, templateFile } from './template.ts';

/**
 * A statement that takes longer than both together is ended with the thread it runs in. That may lose what was just
 * written, so a machine that is merely overloaded gets time.
 */
const WATCH: Watch = { everyMs: 5_000, withinMs: 20_000 };

/**
 * Has the engine load and compile PostGIS. On a busy machine that takes longer than a statement may, and it need not be
 * the first person's query that pays for it.
 */
const WARM = `
begin;
insert into zones (kind, ugc, name, shape, simplified) values ('county', '', '', ${shapeOf(`'{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}'`)}, true);
select ${geoJsonOf('shape')} from zones
where ST_Intersects(shape, ST_GeomFromText('POLYGON((0 0,1 0,1 1,0 0))', 4326))
  and ST_DWithin(geography(shape), geography(ST_SetSRID(ST_MakePoint(0, 0), 4326)), 100000);
rollback;`;

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
    const isNew = await prepareFolder(folder, versions);
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
    if (isNew) await signFolder(folder, versions);
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
    const ran = await migrate(knex);
    await knex.raw(WARM);
    return ran;
  } finally {
    await knex.destroy();
  }
}

async function keep(template: string, engine: Engine, log: Log): Promise<void> {
  try {
    await saveTemplate(template, await engine.dump());
  } catch (error) {
    log.debug({ template, reason: messageOf(error) }, 'the template of the database could not be kept');
  }
}
