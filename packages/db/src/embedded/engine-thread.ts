/** The thread of the embedded engine: PGlite with PostGIS, its socket, and three requests. */
import { createServer } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { startTaskClock } from '@severe/async/task-clock';
import { Bridge } from './bridge.ts';
import { ClientQueue } from './client-queue.ts';
import type { EngineResponse, EngineRequest, EngineThreadData } from './engine-thread-handle.ts';
import { engineVersions } from './made-files.ts';
import { openPostgis } from './postgis.ts';
import { unpackTemplate } from './template.ts';
import { wireEngine } from './wire-engine.ts';

const { cell, cluster, template, socket } = workerData as EngineThreadData;
startTaskClock(cell);
const port = parentPort!;

/**
 * Memory of the engine, which is never given back: one session needs less than the defaults. The page cache of the system
 * holds the tables too.
 */
const memory = { shared_buffers: '32MB', maintenance_work_mem: '16MB' };

if (template) await unpackTemplate(template, cluster);
const db = await PGlite.create({
  dataDir: cluster,
  extensions: { postgis: await openPostgis(await engineVersions()) },
  startParams: [
    ...PGlite.defaultStartParams,
    ...Object.entries(memory).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ],
});
const queue = new ClientQueue(wireEngine(db));
const bridge = new Bridge(queue, (reason) => {
  // After a failure the engine returns wrong results: this thread ends and a new one starts.
  setImmediate(() => {
    throw reason;
  });
});
const server = createServer((client) => void bridge.serve(client));
server.listen(socket);

const handlers: { [Name in EngineRequest]: () => Promise<unknown> } = {
  check: () => queue.check(),
  /** The whole data directory as a gzipped tar. */
  dump: async () => new Uint8Array(await (await db.dumpDataDir('gzip')).arrayBuffer()),
  close: async () => {
    server.close();
    await bridge.close();
    await db.close();
  },
};

port.on('message', ({ id, request }: { id: number; request: EngineRequest }) => {
  const respond = (rest: Omit<EngineResponse, 'id'>) => port.postMessage({ id, ...rest } satisfies EngineResponse);
  handlers[request]().then(
    (value) => respond({ value }),
    (error: unknown) => respond({ error: String(error) }),
  );
});
server.once('listening', () => port.postMessage({ id: 0 } satisfies EngineResponse));
