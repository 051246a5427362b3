import { rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { messageOf, type Log } from '@severe/base';
import type { Connection } from '../connection.ts';
import { geoJsonOf, shapeOf } from '../filters.ts';
import { migrations } from '../migrations/index.ts';
import { migrate, type Contract } from '../migrations/run.ts';
import { createPool } from '../pool.ts';
import { Engine, type Watch } from './engine.ts';
import { asStartError, chooseSocketFolder, lockFolder, prepareFolder, signFolder, socketName } from './folder.ts';
import { engineVersions, saveMade } from './made-files.ts';
import { templateFile } from './template.ts';

/**
 * A statement beyond the limits is ended with its thread. That can lose the last writes, so only processor time counts: on an
 * overloaded machine a statement of two seconds takes a minute.
 */
const defaultWatch: Watch = { everyMs: 5_000, limits: { processorMs: 20_000 } };

/** Time limit of a connection to the engine, whose thread is running. On an overloaded machine it takes seconds. */
const connectMs = 60_000;

/**
 * Makes the engine load and compile PostGIS. On a busy machine that takes longer than the time limit of a statement, so it
 * must not happen in the first query of a user.
 */
const warmUpSql = `
begin;
insert into zones (kind, ugc, name, shape, simplified) values ('county', '', '', ${shapeOf(`'{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}'`)}, true);
select ${geoJsonOf('shape')} from zones
where ST_Intersects(shape, ST_GeomFromText('POLYGON((0 0,1 0,1 1,0 0))', 4326))
  and ST_DWithin(geography(shape), geography(ST_SetSRID(ST_MakePoint(0, 0), 4326)), 100000);
rollback;`;

/** The embedded database with its engine, for tests and the template. */
export interface EmbeddedConnection extends Connection {
  engine: Engine;
}

/**
 * Opens the database in a folder, creates it if it does not exist, and runs its migrations.
 *
 *     <folder>/lock       the process that has it open
 *     <folder>/cluster/   the data directory of the engine
 *     <folder>/made.json  written when the cluster is complete; names the engine that created it
 *
 * @param options.template path of the template for new databases
 * @throws {StartError} in use by another process; not writable; not enough space; created by another engine
 */
export async function openEmbedded(
  dataDir: string,
  log: Log,
  options: { watch?: Watch; template?: string } & Contract = {},
): Promise<EmbeddedConnection> {
  const folder = resolve(dataDir, 'database');
  const unlock = await lockFolder(folder);
  const undo = [unlock];
  try {
    const versions = await engineVersions();
    const isNew = await prepareFolder(folder, versions);
    const socketFolder = await chooseSocketFolder(folder);
    if (socketFolder !== folder) undo.push(() => rm(socketFolder, { recursive: true }));

    const socket = join(socketFolder, socketName);
    const template = options.template ?? templateFile(versions, JSON.stringify(migrations));
    const made = await startEngine(folder, socket, isNew ? template : undefined, log);
    undo.push(() => made.engine.close());

    // Without `ssl`, pg would read PGSSLMODE from the environment.
    const connection = {
      host: socketFolder,
      port: 5432,
      user: 'severe',
      database: 'severe',
      ssl: false,
      connectionTimeoutMillis: connectMs,
    };
    const ran = await migrateOnce(connection, options);
    if (isNew && !made.fromTemplate) await storeTemplate(template, made.engine, log);
    if (isNew) await signFolder(folder, versions);
    made.engine.watch(options.watch ?? defaultWatch);

    // One session serves all clients: more connections would only wait elsewhere.
    const knex = createPool(connection, 1, 'engine');
    undo.push(() => knex.destroy());
    return {
      kind: 'embedded',
      where: `in ${folder}`,
      knex,
      migrated: isNew ? migrations.map(({ name }) => name) : ran, // a template includes them
      engine: made.engine,
      close: () => undoAll(undo),
    };
  } catch (error) {
    await undoAll(undo);
    throw asStartError(error, folder);
  }
}

/** Undoes all steps, the last first; a step that fails does not stop the others. */
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
      log.warn({ template, reason: messageOf(error) }, 'the database template is unusable and is created again');
      await rm(data.cluster, { recursive: true, force: true });
    }
  }
  return { engine: await Engine.start(data, log), fromTemplate: false };
}

async function migrateOnce(connection: object, { contract = false }: Contract): Promise<string[]> {
  const knex = createPool(connection, 1, 'endless');
  try {
    const ran = await migrate(knex, { contract });
    await knex.raw(warmUpSql);
    return ran;
  } finally {
    await knex.destroy();
  }
}

async function storeTemplate(template: string, engine: Engine, log: Log): Promise<void> {
  try {
    await saveMade(template, await engine.dump());
  } catch (error) {
    log.debug({ template, reason: messageOf(error) }, 'the database template could not be stored');
  }
}
